import { expect, test } from 'vitest';
import { seededRandom } from './random.ts';

test('numbers lie from 0 to below 1 and spread evenly', () => {
  const random = seededRandom(7);
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let count = 0; count < 10_000; count++) {
    const tenth = Math.floor(random() * 10);
    tenths[tenth] = (tenths[tenth] ?? NaN) + 1;
  }
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('a seed always gives the same numbers', () => {
  const [one, other] = [seededRandom(7), seededRandom(7)];
  expect([one(), one(), one()]).toEqual([other(), other(), other()]);
});
