import { instant, seconds, type RunId, type Seconds } from '@hearth/words';
import { estimateFrom } from './estimate.ts';
import { blank, learn } from './learn.ts';
import type { PastRun } from './past-run.ts';
import type { EstimateRules, Rule } from './rules.ts';

/** How one set of rules would have done over a history. */
export interface BacktestReport {
  readonly rule: Rule;
  /** How many completed runs were given a promise and judged by it. */
  readonly promises: number;
  /** How many of them took longer than promised. */
  readonly broken: number;
  /** `broken / promises`, from 0 to 1; 0 when there was no promise. */
  readonly brokenShare: number;
  /** By how much a promise was longer than its run, on average over all promises; a broken one was longer by nothing. */
  readonly meanOverPromise: Seconds;
  /** The sum of all promises. */
  readonly promised: Seconds;
  /** The sum of what the same runs took. */
  readonly used: Seconds;
  /** The run that went furthest past its promise; null when none did. */
  readonly worst: Breach | null;
}

/** A run that took longer than promised. */
export interface Breach {
  readonly runId: RunId;
  readonly promise: Seconds;
  readonly duration: Seconds;
}

/**
 * Walks a history (oldest first) once for each set of rules: before each completed run it makes the promise that would
 * have been made from the runs before it, at the moment it started, and then looks how long the run took. A run before which nothing
 * was known is not judged: its timeout is no prediction. What does not fit a gap runs here all the same, so this
 * shows how true the promises are, not how long a job would have waited because of them.
 */
export function backtest(
  history: readonly PastRun[],
  rules: readonly EstimateRules[],
): readonly BacktestReport[] {
  return rules.map((each) => walk(history, each));
}

function walk(history: readonly PastRun[], rules: EstimateRules): BacktestReport {
  const memory = blank();
  let [promises, broken, over, promised, used] = [0, 0, 0, 0, 0];
  let worst: Breach | null = null;
  for (const run of history) {
    if (rules.forgotten?.has(run.runId)) continue;
    if (run.result === 'completed') {
      const { runId, duration } = run;
      const startedAt = instant(run.endedAt - duration * 1000);
      const { promise, because } = estimateFrom(memory, rules, startedAt);
      if (because.kind !== 'timeout' || because.clipped !== null) {
        promises += 1;
        promised += promise;
        used += duration;
        over += Math.max(0, promise - duration);
        if (duration > promise) broken += 1;
        const furthest = worst === null ? 0 : worst.duration - worst.promise;
        if (duration - promise > furthest) worst = { runId, promise, duration };
      }
    }
    learn(memory, run);
  }
  return {
    rule: rules.rule,
    promises,
    broken,
    brokenShare: promises === 0 ? 0 : broken / promises,
    meanOverPromise: seconds(promises === 0 ? 0 : over / promises),
    promised: seconds(promised),
    used: seconds(used),
    worst,
  };
}
