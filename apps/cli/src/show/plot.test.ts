import { expect, test } from 'vitest';

import { plot } from './plot.ts';

const bars = (...values: number[]) => values.map((value) => ({ value, mark: ' ' }));

test('the largest value is as high as the plot, half of it half as high', () => {
  expect(plot(bars(8, 4, 16), 2, String)).toEqual(['16 ┤  █', ' 0 ┤█▄█']);
});

test('the smallest value still shows', () => {
  expect(plot(bars(1, 10_000), 1, String).at(-1)).toMatch(/▁█$/);
});

test('values of zero make no trouble', () => {
  expect(plot(bars(0, 0), 1, () => '')).toEqual([' ┤▁▁']);
});

test('marks stand below their bars', () => {
  const marked = [
    { value: 1, mark: ' ' },
    { value: 1, mark: 'f' },
  ];
  expect(plot(marked, 1, () => '1')).toEqual(['1 ┤██', '    f']);
});
