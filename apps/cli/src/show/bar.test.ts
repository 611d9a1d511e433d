import { expect, test } from 'vitest';

import { bar } from './bar.ts';

test('so much of it is filled as is used', () => {
  expect(bar(0, 4)).toBe('····');
  expect(bar(0.5, 4)).toBe('██··');
  expect(bar(0.3125, 4)).toBe('█▎··');
  expect(bar(1, 4)).toBe('████');
});

test('the least use shows, and only what is used up is full', () => {
  expect(bar(0.0001, 4)).toBe('▏···');
  expect(bar(0.9999, 4)).toBe('███▉');
  expect(bar(1.5, 4)).toBe('████');
});
