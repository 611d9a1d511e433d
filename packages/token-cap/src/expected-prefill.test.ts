import { tokens } from '@hearth/words';
import { expect, it } from 'vitest';
import { expectedPrefill } from './expected-prefill.ts';

it('is the time to read what is not in the cache', () => {
  expect(expectedPrefill(tokens(6000), tokens(0), 300)).toBe(20);
  expect(expectedPrefill(tokens(6000), tokens(5400), 300)).toBe(2);
});

it('is nothing when all is in the cache, more than all too, or nothing is known of the rate', () => {
  expect(expectedPrefill(tokens(6000), tokens(6000), 300)).toBe(0);
  expect(expectedPrefill(tokens(6000), tokens(7000), 0)).toBe(0);
  expect(expectedPrefill(tokens(6000), tokens(0), null)).toBe(0);
});

it('does not take a negative count of cached tokens for a longer prompt', () => {
  expect(expectedPrefill(tokens(300), tokens(-300), 300)).toBe(1);
});

it('never ends at a rate of 0', () => {
  expect(expectedPrefill(tokens(300), tokens(0), 0)).toBe(Infinity);
});
