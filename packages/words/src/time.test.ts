import { expect, test } from 'vitest';

import { after, between, instant, seconds } from './time.ts';

test('an instant is a whole number of milliseconds', () => {
  expect(instant(1.6)).toBe(2);
  expect(after(instant(1000), seconds(0.0004))).toBe(1000);
});

test('after and between undo each other', () => {
  const start = instant(1_000_000);
  expect(between(start, after(start, seconds(90.5)))).toBe(90.5);
  expect(between(start, after(start, seconds(-3)))).toBe(-3);
});
