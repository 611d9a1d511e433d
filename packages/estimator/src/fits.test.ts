import { after, instant, seconds } from '@hearth/words';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fits } from './fits.ts';
import { START } from './histories.test.data.ts';

it('holds to the millisecond', () => {
  const opens = after(START, seconds(16.1));
  expect(fits(seconds(16.1), START, opens)).toBe(true);
  expect(fits(seconds(16.1), instant(START + 1), opens)).toBe(false);
  expect(fits(seconds(16.1001), START, opens)).toBe(false);
});

it('always holds when there is no deadline, and never when it is past', () => {
  expect(fits(seconds(1e9), START, null)).toBe(true);
  expect(fits(seconds(0), START, instant(START - 1))).toBe(false);
});

it('is not lost by a later deadline, an earlier start or a shorter promise', () => {
  const amount = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(amount, amount, amount, (promise, gap, more) => {
      fc.pre(fits(seconds(promise), START, instant(START + gap)));
      expect(fits(seconds(promise), START, instant(START + gap + more))).toBe(true);
      expect(fits(seconds(promise), instant(START - more), instant(START + gap))).toBe(true);
      expect(fits(seconds(Math.max(0, promise - more)), START, instant(START + gap))).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
