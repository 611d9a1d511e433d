import { seconds, type Instant, type RunId, type Seconds } from '@hearth/words';
import {
  blank,
  lastFive,
  learn,
  longest,
  remembered,
  type HeldRun,
  type Memory,
  type Stop,
} from './learn.ts';
import type { PastRun } from './past-run.ts';
import { FEW, START_ALLOWANCE, type EstimateRules, type Rule } from './rules.ts';
import { bimodal, type Warning } from './warn.ts';

/** What a promise can rest on. */
export type Evidence =
  /** The longest of the last `of` completed runs; `of` is 5, or less while there are fewer. */
  | { readonly kind: 'longest-of-last-five'; readonly runId: RunId; readonly of: number }
  /** A longer run before the last five that `long-memory` still counts. */
  | { readonly kind: 'remembered'; readonly runId: RunId }
  /** An attempt that a window stopped `after` so long: twice that, or what the longest gap between windows leaves. */
  | {
      readonly kind: 'stopped';
      readonly runId: RunId;
      readonly after: Seconds;
      readonly limitedByGap: boolean;
    }
  /** The duration that the job declares. */
  | { readonly kind: 'expect' };

/** Why a promise is what it is. `timeout`: nothing is known, or what is known (`clipped`) is longer than any attempt may last. */
export type Because = Evidence | { readonly kind: 'timeout'; readonly clipped: Evidence | null };

/** A duration that is answered for, and why it is that one. */
export interface Promised {
  readonly promise: Seconds;
  readonly because: Because;
}

/** What is known about how long the next run of a job takes. */
export interface Estimate extends Promised {
  /** The rule that made the promise. */
  readonly rule: Rule;
  /** What `last-five` would promise; the same as the promise where that is the rule. */
  readonly lastFive: Promised;
  /** The median of the last five completed runs, to show beside the promise and never to plan by; null with no run. */
  readonly typical: Seconds | null;
  /** The longest completed run that `long-memory` counts, whatever the rule; null with no run. */
  readonly longest: Seconds | null;
  /** How many runs of the history completed. */
  readonly completed: number;
  /** No attempt lasts longer than this. */
  readonly ceiling: Seconds;
  /** What a person should know about this history before trusting the promise; null where there is nothing. */
  readonly warning: Warning | null;
}

/**
 * The promise for the next run of a job, from its past runs (oldest first) as they stand at `now`.
 *
 * The promise is always a number that can be pointed at: the duration of one past run, without a margin; twice the time
 * after which a window stopped one; what the job declares; or its timeout. Never a median or a mean: for a job that
 * takes 5 s when there is nothing to do and 20 min when there is, half of those would be stopped halfway.
 */
export function estimate(
  history: readonly PastRun[],
  rules: EstimateRules,
  now: Instant,
): Estimate {
  const memory = blank();
  for (const run of history) if (!rules.forgotten?.has(run.runId)) learn(memory, run);
  return estimateFrom(memory, rules, now);
}

/** The same, from what has been learnt of a history. `rules.forgotten` is the business of whoever did the learning. */
export function estimateFrom(memory: Memory, rules: EstimateRules, now: Instant): Estimate {
  const five = promiseBy('last-five', memory, rules, now);
  const chosen = rules.rule === 'last-five' ? five : promiseBy('long-memory', memory, rules, now);
  const longestRun = longest(remembered(memory.held, memory, now));
  return {
    ...chosen,
    rule: rules.rule,
    lastFive: five,
    typical: median(lastFive(memory).map((run) => run.duration)),
    longest: longestRun?.duration ?? null,
    completed: memory.completed,
    ceiling: rules.ceiling,
    warning: rules.rule === 'last-five' ? bimodal(memory, longestRun) : null,
  };
}

function promiseBy(rule: Rule, memory: Memory, rules: EstimateRules, now: Instant): Promised {
  const all = rule === 'long-memory';
  const runs = all ? remembered(memory.held, memory, now) : lastFive(memory);
  const stops = all
    ? remembered(memory.stops, memory, now)
    : memory.stops.filter((stop) => memory.completed - stop.place < FEW);
  let best = byCompletedRuns(runs, memory, rules);
  for (const stop of stops) {
    const raised = byStop(stop, rules.longestGap);
    if (raised.promise > best.promise) best = raised;
  }
  return clip(best, rules.ceiling);
}

function byCompletedRuns(runs: readonly HeldRun[], memory: Memory, rules: EstimateRules): Promised {
  const run = longest(runs);
  const { expect } = rules;
  if (expect !== null && memory.completed < FEW && (run === null || expect > run.duration)) {
    return { promise: expect, because: { kind: 'expect' } };
  }
  if (run === null) {
    const promise = rules.timeout ?? rules.ceiling;
    return { promise, because: { kind: 'timeout', clipped: null } };
  }
  const { runId, duration: promise } = run;
  const recent = memory.completed - run.place < FEW;
  if (!recent) return { promise, because: { kind: 'remembered', runId } };
  const of = Math.min(memory.completed, FEW);
  return { promise, because: { kind: 'longest-of-last-five', runId, of } };
}

/** All that is known of a stopped attempt is that it takes longer than it was given, so twice that is tried, as far as a gap allows. */
function byStop(stop: Stop, gap: Seconds | null): Promised {
  const { runId, elapsed: after } = stop;
  const room = gap === null ? Infinity : gap - Math.min(START_ALLOWANCE, gap / 20);
  const limitedByGap = room < 2 * after;
  const promise = seconds(limitedByGap ? room : 2 * after);
  return { promise, because: { kind: 'stopped', runId, after, limitedByGap } };
}

function clip(promised: Promised, ceiling: Seconds): Promised {
  const { promise, because } = promised;
  if (promise <= ceiling) return promised;
  const clipped = because.kind === 'timeout' ? because.clipped : because;
  return { promise: ceiling, because: { kind: 'timeout', clipped } };
}

function median(durations: readonly Seconds[]): Seconds | null {
  const sorted = durations.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : seconds((lower + upper) / 2);
}
