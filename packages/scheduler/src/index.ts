/**
 * Which jobs may start a run now, every reason why the others may not, and what becomes of a run after an attempt.
 * Pure: it sees a {@link House}, the whole of what is known at one instant, and decides from that alone.
 *
 * @module
 */
export {
  afterAttempt,
  isNoop,
  MOST_INTERRUPTIONS,
  type Count,
  type Ended,
  type Next,
} from './after-attempt.ts';
export { choose, isBefore, type Candidate, type Chosen } from './choose.ts';
export { backoff } from './backoff.ts';
export { due, type Due, type DueInstant } from './due.ts';
export type {
  BudgetStanding,
  Head,
  House,
  JobStanding,
  ProbeStanding,
  Reservation,
  RunningRun,
} from './house.ts';
export { Line } from './line.ts';
export { mustStop } from './must-stop.ts';
export { shutsOut, type Obstacle } from './obstacle.ts';
export { concerns, deathNotice, type Concern, type JobRecord, type Notice } from './notices.ts';
export { obstacles } from './obstacles.ts';
export { plan, type Foreseen, type Plan, type WaitingRun } from './plan.ts';
export { reservedSpans, type ReservedSpan } from './reserved.ts';
export { sentence, type Told } from './sentence.ts';
export { why, type AskedRun, type Explanation, type Reason } from './why.ts';
