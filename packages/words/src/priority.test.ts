import { expect, test } from 'vitest';

import { lower, PRIORITIES, rank } from './priority.ts';

test('interactive is the most urgent and best-effort the least', () => {
  expect(PRIORITIES.toSorted((a, b) => rank(a) - rank(b))).toEqual([
    'interactive',
    'user',
    'batch',
    'best-effort',
  ]);
});

test('of two priorities the lower one is the less urgent, whichever is named first', () => {
  expect(lower('user', 'batch')).toBe('batch');
  expect(lower('batch', 'user')).toBe('batch');
  expect(lower('interactive', 'interactive')).toBe('interactive');
});
