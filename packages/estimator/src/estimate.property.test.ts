import { instant, seconds, type Instant } from '@hearth/words';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimate } from './estimate.ts';
import type { PastRun } from './past-run.ts';
import { promiseFor } from './promise-for.ts';
import { anyCompleted, anyHistory, anyRules, endOf, past, rules } from './histories.test.data.ts';

const CASES = { numRuns: 2000 };
const MONTH = 30 * 86_400_000;
/** A part of something, to the thousandth, spread evenly. */
function share(from: number, to: number): fc.Arbitrary<number> {
  return fc.integer({ min: from * 1000, max: to * 1000 }).map((value) => value / 1000);
}

/** The rules as they are told, run by run, without any of the bookkeeping: slow, and plain enough to be believed. */
function told(history: readonly PastRun[], now: Instant): { lastFive: number; long: number } {
  const long = history.filter((run, index) => {
    const back = history.length - index;
    if (back > 100 && now - run.endedAt > MONTH) return false;
    return history.slice(index + 1).filter((x) => x.duration >= run.duration / 4).length < 5;
  });
  return { lastFive: max(history.slice(-5)), long: max(long) };
}

function max(runs: readonly PastRun[]): number {
  return Math.max(...runs.map((run) => run.duration));
}

function append(history: readonly PastRun[], ...durations: readonly number[]): PastRun[] {
  const from = endOf(history);
  const more = durations.map((duration, index): PastRun => {
    const endedAt = instant(from + index + 1);
    return { ...past(history.length + index + 1, duration, 'completed'), endedAt };
  });
  return [...history, ...more];
}

describe('every promise', () => {
  it('is the number that the rules give when they are followed run by run', () => {
    fc.assert(
      fc.property(anyCompleted, fc.integer({ min: 0, max: 2 * MONTH }), (history, later) => {
        fc.pre(history.length > 0);
        const now = instant(endOf(history) + later);
        const expected = told(history, now);
        expect(estimate(history, rules('last-five'), now).promise).toBe(expected.lastFive);
        expect(estimate(history, rules('long-memory'), now).promise).toBe(expected.long);
      }),
      CASES,
    );
  });

  it('is the duration of the run that it names, and is at least that of the newest completed run', () => {
    fc.assert(
      fc.property(anyCompleted, fc.boolean(), (history, long) => {
        fc.pre(history.length > 0);
        const found = estimate(history, rules(long ? 'long-memory' : 'last-five'), endOf(history));
        const named = 'runId' in found.because ? found.because.runId : null;
        expect(history.find((run) => run.runId === named)?.duration).toBe(found.promise);
        expect(found.promise).toBeGreaterThanOrEqual(history.at(-1)?.duration ?? 0);
      }),
      CASES,
    );
  });

  it('is never above the ceiling, never under last-five, and last-five is never under the median of its runs', () => {
    fc.assert(
      fc.property(anyHistory, anyRules, (history, each) => {
        const found = estimate(history, each, endOf(history));
        expect(found.promise).toBeLessThanOrEqual(each.ceiling);
        expect(found.promise).toBeGreaterThanOrEqual(found.lastFive.promise);
        const typical = Math.min(found.typical ?? 0, each.ceiling);
        expect(found.lastFive.promise).toBeGreaterThanOrEqual(typical);
      }),
      CASES,
    );
  });

  it('does not rise with the windows passed over, and ends at last-five', () => {
    fc.assert(
      fc.property(anyHistory, anyRules, (history, each) => {
        const found = estimate(history, each, endOf(history));
        const promises = [0, 1, 2, 3, 50].map((times) => promiseFor(found, times).promise);
        expect(promises).toEqual(promises.toSorted((a, b) => b - a));
        expect(promises.at(-1)).toBe(found.lastFive.promise);
      }),
      CASES,
    );
  });

  it('does not change for runs that failed, found nothing to do, or were ended by someone', () => {
    fc.assert(
      fc.property(anyHistory, anyRules, (history, each) => {
        const evidence = history.filter(
          ({ result }) => result === 'completed' || result === 'stopped',
        );
        const now = endOf(history);
        expect(estimate(history, each, now)).toEqual(estimate(evidence, each, now));
      }),
      CASES,
    );
  });

  it('grows with all durations in the same measure, and does not care when it all was', () => {
    fc.assert(
      fc.property(anyCompleted, fc.boolean(), (history, long) => {
        const each = rules(long ? 'long-memory' : 'last-five', { expect: seconds(40) });
        const now = endOf(history);
        const before = estimate(history, each, now);
        const scaled = history.map((run) => ({ ...run, duration: seconds(run.duration * 8) }));
        const larger = estimate(scaled, { ...each, expect: seconds(320) }, now);
        expect(larger.promise).toBe(before.promise * 8);
        expect(larger.because).toEqual(before.because);
        const day = 86_400_000;
        const shifted = history.map((run) => ({ ...run, endedAt: instant(run.endedAt + day) }));
        expect(estimate(shifted, each, instant(now + day))).toEqual(before);
      }),
      CASES,
    );
  });
});

describe('long-memory', () => {
  it('is not lowered by any number of quiet runs while its run is remembered', () => {
    const few = fc.array(share(0, 0.249), { maxLength: 60 });
    fc.assert(
      fc.property(anyCompleted, few, (history, shares) => {
        fc.pre(history.length > 0 && history.length <= 20);
        const before = estimate(history, rules('long-memory'), endOf(history));
        const after = append(history, ...shares.map((part) => part * before.promise));
        const found = estimate(after, rules('long-memory'), endOf(after));
        expect(found.promise).toBeGreaterThanOrEqual(before.promise);
      }),
      CASES,
    );
  });

  it('forgets the run behind its promise after five runs at least a quarter as long', () => {
    const five = fc.array(share(0.25, 0.9), {
      minLength: 5,
      maxLength: 5,
    });
    fc.assert(
      fc.property(anyCompleted, five, (history, shares) => {
        const before = estimate(history, rules('long-memory'), endOf(history));
        fc.pre(history.length > 0 && before.promise > 0);
        const after = append(history, ...shares.map((part) => part * before.promise));
        const found = estimate(after, rules('long-memory'), endOf(after));
        expect(found.because).not.toEqual(before.because);
        expect(found.promise).toBeLessThan(before.promise);
      }),
      CASES,
    );
  });

  it('keeps nothing for more than a hundred runs and thirty days', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const quiet = append(history, ...Array.from({ length: 101 }, () => 1));
        const after = quiet.map((run, index) =>
          index < history.length ? run : { ...run, endedAt: instant(run.endedAt + MONTH + 1) },
        );
        const found = estimate(after, rules('long-memory'), endOf(after));
        expect(found.promise).toBe(1);
      }),
      { numRuns: 500 },
    );
  });

  it('equals last-five for a job whose runs are all within a factor of four of each other', () => {
    const alike = fc.array(fc.integer({ min: 100, max: 400 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(alike, (durations) => {
        const history = append([], ...durations);
        const found = estimate(history, rules('long-memory'), endOf(history));
        expect(found.promise).toBe(found.lastFive.promise);
      }),
      CASES,
    );
  });
});

describe('an attempt that a window stopped', () => {
  it('holds the promise at twice its time, or at what the longest gap leaves, until it is answered', () => {
    const gaps = fc.option(fc.integer({ min: 60, max: 100_000 }));
    const quiet = fc.array(share(0, 0.249), { maxLength: 4 });
    fc.assert(
      fc.property(
        anyHistory,
        fc.integer({ min: 1, max: 50_000 }),
        gaps,
        quiet,
        (history, elapsed, gap, shares) => {
          const stop = { ...past(history.length + 1, elapsed, 'stopped'), endedAt: endOf(history) };
          const after = append([...history, stop], ...shares.map((part) => part * elapsed));
          const longestGap = gap === null ? null : seconds(gap);
          const room = gap === null ? Infinity : gap - Math.min(60, gap / 20);
          for (const rule of ['last-five', 'long-memory'] as const) {
            const found = estimate(after, rules(rule, { longestGap }), endOf(after));
            expect(found.promise).toBeGreaterThanOrEqual(Math.min(2 * elapsed, room));
            const byStop = found.because.kind === 'stopped';
            expect(!byStop || found.promise <= room).toBe(true);
          }
        },
      ),
      CASES,
    );
  });
});
