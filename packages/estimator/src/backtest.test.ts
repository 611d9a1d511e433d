import { instant, runId, seconds } from '@hearth/words';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backtest } from './backtest.ts';
import { estimate } from './estimate.ts';
import { anyHistory, completed, past, rules, START } from './histories.test.data.ts';

const both = [rules('last-five'), rules('long-memory')];

describe('a backtest', () => {
  it('tells the promises made, broken, their price and the worst of them for each rule', () => {
    const history = completed(5, 1277, 5, 5, 5, 5, 5, 1300);
    const [five, long] = backtest(history, both);
    // Promised: 5, then 1277 five times, then 5 to the run that took 1300.
    expect(five).toEqual({
      rule: 'last-five',
      promises: 7,
      broken: 2,
      brokenShare: 2 / 7,
      meanOverPromise: (5 * 1272) / 7,
      promised: 5 + 5 * 1277 + 5,
      used: 1277 + 5 * 5 + 1300,
      worst: { runId: 8, promise: 5, duration: 1300 },
    });
    expect(long).toMatchObject({
      rule: 'long-memory',
      broken: 2,
      promised: 5 + 6 * 1277,
      worst: { runId: 2, promise: 5, duration: 1277 },
    });
  });

  it('judges no run before which nothing was known, and has nothing to say of no history', () => {
    const nothing = { promises: 0, broken: 0, brokenShare: 0, meanOverPromise: 0, worst: null };
    expect(backtest([], both)).toMatchObject([nothing, nothing]);
    expect(backtest(completed(60), both)).toMatchObject([nothing, nothing]);
    const declared = rules('last-five', { expect: seconds(50) });
    const worst = { runId: 1, promise: 50, duration: 60 };
    expect(backtest(completed(60), [declared])).toMatchObject([{ promises: 1, broken: 1, worst }]);
  });

  it('judges completed runs only, learns from stopped attempts, and passes over what was forgotten', () => {
    const history = [...completed(10), past(2, 400, 'stopped'), past(3, 9999, 'failed')];
    history.push(past(2, 700, 'completed'), past(4, 5000, 'completed'));
    const forgotten = new Set([runId(4)]);
    const [found] = backtest(history, [rules('last-five', { forgotten })]);
    expect(found).toMatchObject({ promises: 1, broken: 0, promised: 800, used: 700 });
  });

  it('judges the promises that the ceiling cut', () => {
    const low = rules('last-five', { ceiling: seconds(50) });
    const worst = { runId: 2, promise: 50, duration: 60 };
    expect(backtest(completed(60, 60), [low])).toMatchObject([{ promises: 1, broken: 1, worst }]);
  });

  it('makes the promises that estimates of each beginning of the history make', () => {
    const day = 86_400_000;
    fc.assert(
      fc.property(anyHistory, (history) => {
        const spaced = history.map((run, index) => ({
          ...run,
          endedAt: instant(START + index * day),
        }));
        for (const each of both) {
          const made = spaced.flatMap((run, index) => {
            const startedAt = instant(run.endedAt - run.duration * 1000);
            const found = estimate(spaced.slice(0, index), each, startedAt);
            return run.result === 'completed' && found.because.kind !== 'timeout'
              ? [found.promise]
              : [];
          });
          const [report] = backtest(spaced, [each]);
          expect(report?.promises).toBe(made.length);
          expect(report?.promised).toBe(made.reduce((sum, promise) => sum + promise, 0));
        }
      }),
      { numRuns: 200 },
    );
  });
});
