import { seconds } from '@hearth/words';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jitter } from './jitter.ts';

test('a key keeps its delay, from one version to the next', () => {
  expect(jitter('nightly-digest', seconds(300))).toBeCloseTo(128.54423993, 6);
  expect(jitter('', seconds(1))).toBeCloseTo(0.66892219, 6);
});

test('lies from zero to below the maximum and scales with it', () => {
  fc.assert(
    fc.property(fc.string(), fc.double({ min: 0.001, max: 1e6, noNaN: true }), (key, max) => {
      const delay = jitter(key, seconds(max));
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThan(max);
      expect(delay).toBeCloseTo(jitter(key, seconds(1)) * max, 3);
    }),
  );
  expect(jitter('nightly-digest', seconds(0))).toBe(0);
});

test('spreads names that are nearly alike evenly', () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let index = 0; index < 1000; index++) {
    const tenth = Math.floor(jitter(`backup-${index}`, seconds(10)));
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(Math.abs(count - 100)).toBeLessThan(40);
});
