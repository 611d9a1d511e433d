import { seconds } from '@hearth/words';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimate } from './estimate.ts';
import { remaining } from './remaining.ts';
import { anyDuration, anyHistory, completed, endOf, rules } from './histories.test.data.ts';

describe('what a run still takes', () => {
  const history = completed(5, 1277, 5, 5, 5, 5, 8);
  const found = estimate(history, rules('last-five', { ceiling: seconds(2710) }), endOf(history));

  it('is the rest of the promise while that holds', () => {
    expect(remaining(found, seconds(2))).toBe(6);
  });

  it('is the rest of the longest run still counted once the promise is broken', () => {
    expect(remaining(found, seconds(8))).toBe(1269);
    expect(remaining(found, seconds(77))).toBe(1200);
  });

  it('is as much again when it has outlasted every run that is counted', () => {
    expect(remaining(found, seconds(1300))).toBe(1300);
  });

  it('ends at the ceiling, and is a second when that is reached', () => {
    expect(remaining(found, seconds(2000))).toBe(710);
    expect(remaining(found, seconds(2710))).toBe(1);
    expect(remaining(found, seconds(9999))).toBe(1);
  });

  it('is always more than nothing, and reaches the promise while that holds', () => {
    const limits = fc.constantFrom(seconds(300), seconds(1e9));
    fc.assert(
      fc.property(anyHistory, limits, anyDuration, (past, ceiling, elapsed) => {
        const each = estimate(past, rules('long-memory', { ceiling }), endOf(past));
        const left = remaining(each, seconds(elapsed));
        expect(left).toBeGreaterThan(0);
        const broken = elapsed >= each.promise;
        expect(broken || elapsed + left >= each.promise).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
