import type { Instant } from '@hearth/words';

/** What a budget allows. */
export interface Allowance {
  /** Until when it is used up, or null while something is left. */
  readonly closedUntil: Instant | null;
  /** The most calls of it that may hold slots at once, or null. */
  readonly concurrency: number | null;
  /** The most calls of it that may wait, or null. */
  readonly queue: number | null;
  /** Once it is used up its calls wait, are refused, or run only while nothing else waits (`idle`). */
  readonly over: 'wait' | 'refuse' | 'idle';
}

/** What is known of a budget. */
export interface BudgetState {
  allowance: Allowance;
  /** Since when it is used up. */
  closedSince: Instant | null;
}
