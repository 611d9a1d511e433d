import { rank, type Priority, type RunState } from '@hearth/words';

/**
 * The places in the line of a job, which `run_line` keeps in order. What was done lies next to what is taken next, so that
 * a run that ends well seldom leaves its page of the index. Within a place runs stand by time: those that wait by when
 * they became, or become, ready; those that are over by when they ended.
 *
 * A run that waits stands at `ready` or `scheduled` and the rank of its priority; one that runs where it stood before.
 */
export const LINE = {
  skipped: -3,
  cancelled: -2,
  dead: -1,
  /** Did the work, and is not to be counted. */
  forgotten: 0,
  /** Found nothing to do. */
  noop: 1,
  /** Did the work. */
  completed: 2,
  ready: 3,
  lastReady: 6,
  scheduled: 7,
} as const;

/** The places of runs that succeeded. */
export type DoneLine = typeof LINE.forgotten | typeof LINE.noop | typeof LINE.completed;

/** The place of a run in this state. One that succeeded has done its work, unless it says that there was none. */
export function lineOf(state: RunState, priority: Priority, isNoop = false): number {
  switch (state) {
    case 'ready':
    case 'running':
      return LINE.ready + rank(priority);
    case 'scheduled':
      return LINE.scheduled + rank(priority);
    case 'succeeded':
      return isNoop ? LINE.noop : LINE.completed;
    case 'dead':
    case 'cancelled':
    case 'skipped':
      return LINE[state];
  }
}
