import { instant } from '@hearth/words';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gaps } from './gaps.ts';
import type { Span } from './window.ts';

function span(opens: number, closes: number): Span {
  return { opens: instant(opens), closes: instant(closes) };
}

function free(
  taken: readonly (readonly [number, number])[],
  from: number,
  until: number,
): number[][] {
  const found = gaps(
    taken.map(([opens, closes]) => span(opens, closes)),
    instant(from),
    instant(until),
  );
  return found.map((gap) => [gap.opens, gap.closes]);
}

test('without spans all of the time is free, and no time is no gap', () => {
  expect(free([], 10, 90)).toEqual([[10, 90]]);
  expect(free([], 10, 10)).toEqual([]);
});

test('spans in any order are merged where they overlap, touch or contain each other', () => {
  expect(
    free(
      [
        [70, 80],
        [20, 40],
        [30, 50],
        [50, 60],
        [22, 24],
      ],
      0,
      100,
    ),
  ).toEqual([
    [0, 20],
    [60, 70],
    [80, 100],
  ]);
});

test('spans that reach over the ends cut the time there', () => {
  expect(
    free(
      [
        [-10, 10],
        [90, 200],
      ],
      0,
      100,
    ),
  ).toEqual([[10, 90]]);
  expect(free([[-10, 200]], 0, 100)).toEqual([]);
  expect(
    free(
      [
        [-20, -10],
        [100, 110],
      ],
      0,
      100,
    ),
  ).toEqual([[0, 100]]);
});

test('a span of no length takes nothing', () => {
  expect(
    free(
      [
        [50, 50],
        [60, 40],
      ],
      0,
      100,
    ),
  ).toEqual([[0, 100]]);
});

test('a point of time is free exactly when no span holds it, and gaps do not touch', () => {
  const points = fc.integer({ min: -10, max: 60 });
  fc.assert(
    fc.property(fc.array(fc.tuple(points, points), { maxLength: 8 }), (taken) => {
      const found = free(taken, 0, 50);
      for (let time = 0; time < 50; time++) {
        const isTaken = taken.some(([opens, closes]) => opens <= time && time < closes);
        const isFree = found.some(([opens = 0, closes = 0]) => opens <= time && time < closes);
        expect(isFree).toBe(!isTaken);
      }
      for (const [index, gap] of found.slice(1).entries()) {
        expect(gap[0]).toBeGreaterThan(found[index]?.[1] ?? 0);
      }
    }),
  );
});
