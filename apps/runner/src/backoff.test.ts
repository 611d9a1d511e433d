import { expect, test } from 'vitest';

import { backoff } from './backoff.ts';

test('each failure doubles the wait, up to a quarter of a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map((failures) => backoff(failures, 1))).toEqual([
    0.5, 1, 2, 4, 8, 15, 15,
  ]);
});

test('a wait is shortened at random by at most half', () => {
  expect(backoff(2, 0)).toBe(0.5);
});
