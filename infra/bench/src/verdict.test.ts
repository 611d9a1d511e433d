import { expect, test } from 'vitest';

import { difference, held, verdict } from './verdict.ts';

const hearth = { name: 'hearth', terms: '', figures: [30, 31, 10] };
const peer = { name: 'peer', terms: '', figures: [10, 10, 10] };

test('the median of the ratios is held against the bound, not the worst round', () => {
  expect(verdict('hearth / peer', hearth, peer, { atLeast: 3 }).met).toBe(true);
  expect(verdict('hearth / peer', hearth, peer, { atLeast: 3.01 }).met).toBe(false);
});

test('a bound from above is missed by what is more', () => {
  expect(verdict('hearth / peer', hearth, peer, { atMost: 3 }).met).toBe(true);
  expect(verdict('hearth / peer', hearth, peer, { atMost: 2.9 }).met).toBe(false);
});

test('a ratio without a bound is neither met nor missed', () => {
  expect(verdict('hearth / peer', hearth, peer, null).met).toBeNull();
});

test('a difference is taken round by round and held in the same way', () => {
  const { figures, met } = difference('hearth - peer', hearth, peer, { atMost: 20 });
  expect(figures).toEqual([20, 21, 0]);
  expect(met).toBe(true);
  expect(difference('hearth - peer', hearth, peer, { atMost: 19 }).met).toBe(false);
});

test('figures can be held against a number alone', () => {
  expect(held('lost calls', [0], { atMost: 0 }).met).toBe(true);
  expect(held('lost calls', [1], { atMost: 0 }).met).toBe(false);
});
