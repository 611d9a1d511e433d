import { expect, test } from 'vitest';

import { differences, median, quantile, ratios, summary } from './statistics.ts';

test('the median of an odd number of figures is the one in the middle, in whatever order they come', () => {
  expect(median([9, 1, 5])).toBe(5);
});

test('the median of an even number of figures lies halfway between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('a quantile lies on the line between its neighbours', () => {
  expect(quantile([0, 10, 20, 30, 40], 0.25)).toBe(10);
  expect(quantile([0, 10], 0.9)).toBe(9);
});

test('a summary tells the ends and the middle', () => {
  expect(summary([8, 9, 10, 11, 90])).toMatchObject({ median: 10, least: 8, most: 90 });
});

test('the doubt is that of the middle half, so that one wild round does not count', () => {
  expect(summary([8, 9, 10, 11, 90]).doubt).toBeCloseTo((1.57 * 2) / Math.sqrt(5) / 10);
});

test('the doubt shrinks with more rounds of the same kind', () => {
  const few = [8, 9, 10, 11, 12];
  expect(summary([...few, ...few, ...few]).doubt).toBeLessThan(summary(few).doubt);
});

test('figures are not put in order behind the back of whoever holds them', () => {
  const figures = [3, 1, 2];
  summary(figures);
  expect(figures).toEqual([3, 1, 2]);
});

test('no figures have no summary', () => {
  expect(() => summary([])).toThrow('no figures');
});

test('ratios pair the figures of the same round', () => {
  expect(ratios([30, 80], [10, 20])).toEqual([3, 4]);
  expect(() => ratios([1], [1, 2])).toThrow('cannot be compared');
});

test('differences pair the figures of the same round too, and may be below zero', () => {
  expect(differences([30, 8], [10, 20])).toEqual([20, -12]);
  expect(() => differences([1], [1, 2])).toThrow('cannot be compared');
});

test('figures that are all the same leave no doubt, even where they are nothing', () => {
  expect(summary([0, 0, 0]).doubt).toBe(0);
  expect(summary([-8, -9, -10, -11, -12]).doubt).toBeGreaterThan(0);
});
