import type { Instant, RunId, Seconds } from '@hearth/words';

/** One attempt of a run of the job that has ended. A history is a list of these, the oldest first. */
export interface PastRun {
  /** The run that the attempt belonged to. A run that a window stopped and that completed later is in a history twice. */
  readonly runId: RunId;
  /** When the attempt ended. */
  readonly endedAt: Instant;
  /** How long this attempt took; time spent waiting is no part of it. */
  readonly duration: Seconds;
  /**
   * How it ended: `completed` did its work; `noop` said that there was nothing to do; `failed` is the job's own
   * failure; `stopped` was cut short by a window; `other` is every other end (a person, a shutdown, a lost runner).
   */
  readonly result: 'completed' | 'noop' | 'failed' | 'stopped' | 'other';
}
