/**
 * The shapes of hearth's own HTTP API, under `/hearth/v1`: one interface and one schema for each.
 * The gateway checks what comes in by them and the client what comes back.
 *
 * @module
 */
export { budgetListSchema, type BudgetList, type BudgetStatus } from './budget.ts';
export {
  callPageSchema,
  callSchema,
  machineListSchema,
  machineStatusSchema,
  truncatedListSchema,
  type Call,
  type CallPage,
  type CapReason,
  type MachineList,
  type MachineStatus,
  type TruncatedCalls,
  type TruncatedList,
} from './call.ts';
export { errandReportSchema, errandSchema, type Errand, type ErrandReport } from './errand.ts';
export {
  ERROR_CODES,
  errorBody,
  errorBodySchema,
  type ErrorBody,
  type ErrorCode,
} from './error.ts';
export {
  jobEstimateSchema,
  jobListSchema,
  jobStatusSchema,
  type JobEstimate,
  type JobList,
  type JobStatus,
} from './job.ts';
export { planSchema, type Plan, type PlannedRun } from './plan.ts';
export {
  forgetRequestSchema,
  reservationListSchema,
  reservationSchema,
  reserveRequestSchema,
  type ForgetRequest,
  type Reservation,
  type ReservationList,
  type ReserveRequest,
} from './reservation.ts';
export {
  attemptSchema,
  enqueueRequestSchema,
  runPageSchema,
  runSchema,
  type Attempt,
  type EnqueueRequest,
  type Run,
  type RunPage,
} from './run.ts';
export {
  claimAnswerSchema,
  claimRequestSchema,
  endedReportSchema,
  runnerStatusSchema,
  startedReportSchema,
  type Assignment,
  type ClaimAnswer,
  type ClaimRequest,
  type EndedReport,
  type HeldAttempt,
  type RunnerStatus,
  type StartedReport,
  type StopOrder,
} from './runner.ts';
export { backupSchema, statusSchema, type Backup, type Status } from './status.ts';
export { whySchema, type Why, type WhyReason } from './why.ts';
