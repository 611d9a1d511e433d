import { seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import { backoff } from './backoff.ts';

const retry = { backoff: seconds(30), max: seconds(3600) };

test('the step doubles with each failure up to the largest', () => {
  const almostOne = 1 - Number.EPSILON;
  const steps = [1, 2, 3, 7, 8, 1000].map((count) => Math.round(backoff(retry, count, almostOne)));
  expect(steps).toEqual([30, 60, 120, 1920, 3600, 3600]);
});

test('the delay is never less than half the step', () => {
  expect(backoff(retry, 1, 0)).toBe(15);
  expect(backoff(retry, 3, 0)).toBe(60);
});
