export type { Brand } from './brand.ts';
export { bytes, tokens, type Bytes, type Tokens } from './amounts.ts';
export {
  callId,
  epoch,
  name,
  runId,
  type AttemptId,
  type BudgetName,
  type CallId,
  type ClassName,
  type ConsumerName,
  type Epoch,
  type JobName,
  type MachineName,
  type ProbeName,
  type RunId,
  type RunnerName,
  type WindowName,
} from './ids.ts';
export { EX_TEMPFAIL, OUTCOMES, type Ending, type Outcome } from './outcome.ts';
export { lower, PRIORITIES, rank, type Priority } from './priority.ts';
export {
  isTerminal,
  RUN_STATES,
  type OpenState,
  type RunState,
  type ShownState,
  type TerminalState,
} from './run-state.ts';
export { after, between, instant, seconds, type Instant, type Seconds } from './time.ts';
