/**
 * The queue: runs, attempts, schedules, calls and the ledger of budgets, in one SQLite file. The only room with SQL.
 *
 * @example
 * const opened = openQueue({ folder: '/var/lib/hearth', now: instant(Date.now()) });
 * if (!opened.ok) throw new Error(`${opened.problem.message} ${opened.problem.hint}`);
 * const { queue } = opened;
 *
 * @module
 */
export type { Attempt, StopReason } from './attempts/attempt.ts';
export type { Claimed, ClaimRequest } from './attempts/claim.ts';
export type { AttemptEnded, Decide, EndReport } from './attempts/end-attempt.ts';
export type { Count, Next } from './attempts/next.ts';
export type { OpenAttempt } from './attempts/running.ts';
export type { Refused } from './attempts/refusal.ts';
export type { StopRequested } from './attempts/request-stop.ts';
export type { Started, StartReport } from './attempts/started.ts';
export type { TakeBackRequest, TakenBack } from './attempts/take-back.ts';
export type { AdmittedCall } from './calls/admit-call.ts';
export type { Call, CapReason, Charge } from './calls/call.ts';
export type { CallsPage, CallsRequest, CutCalls } from './calls/calls.ts';
export type { LostCost } from './calls/close-lost-calls.ts';
export type { EndedCall } from './calls/end-call.ts';
export type { ArrivedCall } from './calls/open-call.ts';
export type { Rate } from './house/rates.ts';
export type { Reservation } from './house/reservations.ts';
export type { PastAttempt } from './jobs/history.ts';
export type { JobState } from './jobs/job-states.ts';
export type { LastRun } from './jobs/last-runs.ts';
export { openQueue, type OpenCode, type Opened, type OpenOptions } from './open.ts';
export { StorageError, type Problem, type StorageCode } from './problem.ts';
export type { Queue } from './queue.ts';
export type { Cancelled } from './runs/cancel.ts';
export type { Counts } from './runs/counts.ts';
export { MOST_PARAMETER_BYTES, type Enqueued, type EnqueueRequest } from './runs/enqueue.ts';
export type { Retried } from './runs/retry.ts';
export type { RunParameters, Run } from './runs/run.ts';
export type { RunsPage, RunsRequest } from './runs/runs.ts';
export type { AttemptDetail, RunDetail } from './runs/show-run.ts';
export type { DueInstant, FireRequest } from './schedules/fire-schedule.ts';
export { sqliteLibrary, type SqliteLibrary } from './sqlite-library.ts';
export type { Durability } from './store.ts';
export type { BackedUp, BackupRequest } from './upkeep/backup.ts';
export type { Keep, Removed } from './upkeep/retention.ts';
export type { Sizes } from './upkeep/sizes.ts';
