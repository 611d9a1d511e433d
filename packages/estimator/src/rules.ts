import { seconds, type RunId, type Seconds } from '@hearth/words';

/** The rules by which a promise can be made. `last-five` is the default of a job that declares none. */
export const RULES = ['last-five', 'long-memory'] as const;

/** One of {@link RULES}. */
export type Rule = (typeof RULES)[number];

/** What the manifest and the calendar say about the promises of one job. */
export interface EstimateRules {
  readonly rule: Rule;
  /** The duration that the job declares, used until {@link FEW} runs have completed; null where it declares none. */
  readonly expect: Seconds | null;
  /** What is promised when nothing at all is known. Where it is left out, that is the ceiling. */
  readonly timeout?: Seconds;
  /** No attempt lasts longer than this (the timeout and the grace after it), so no promise does. */
  readonly ceiling: Seconds;
  /** The longest time between two reserving windows of the job's class; null where no window ever binds it. */
  readonly longestGap: Seconds | null;
  /** Runs that the operator has declared to be no evidence. */
  readonly forgotten?: ReadonlySet<RunId>;
}

/** How many runs `last-five` looks at, and how many runs like it a long run is outlived by under `long-memory`. */
export const FEW = 5;

/**
 * A run is like another when it is at least a quarter as long. In a backtest over public job logs a quarter told
 * the runs that find work from those that find none, and left jobs whose runs differ less with the number of `last-five`.
 */
export const QUARTER = 0.25;

/** `long-memory` keeps this many completed runs however old they are. */
export const REMEMBERED_RUNS = 100;

/** `long-memory` keeps this much time, however many runs completed in it. */
export const REMEMBERED_FOR: Seconds = seconds(30 * 86_400);

/**
 * How much shorter than the longest gap a promise stays that a stopped attempt has raised. A promise as long as the
 * gap would fit in the one millisecond in which the gap begins, and its run would never start. In gaps under twenty
 * minutes the allowance is a twentieth of the gap.
 */
export const START_ALLOWANCE: Seconds = seconds(60);
