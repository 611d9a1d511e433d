import type { Brand } from './brand.ts';

/** Which run: a positive whole number, given out in order by the queue. */
export type RunId = Brand<number, 'RunId'>;
/** Which attempt: a random id, never given out twice. */
export type AttemptId = Brand<string, 'AttemptId'>;
/** The fence of a run: one higher with each claim, so that a word about an older attempt is known as old. */
export type Epoch = Brand<number, 'Epoch'>;
/** Which model call: a positive whole number, given out in order by the queue. */
export type CallId = Brand<number, 'CallId'>;

/** The name of a declared job. */
export type JobName = Brand<string, 'JobName'>;
/** The name of a resource class. */
export type ClassName = Brand<string, 'ClassName'>;
/** The name of a machine that serves models. */
export type MachineName = Brand<string, 'MachineName'>;
/** The name of a window. */
export type WindowName = Brand<string, 'WindowName'>;
/** The name of a probe. */
export type ProbeName = Brand<string, 'ProbeName'>;
/** The name of a budget. */
export type BudgetName = Brand<string, 'BudgetName'>;
/** The name of a consumer: whoever holds a key. */
export type ConsumerName = Brand<string, 'ConsumerName'>;
/** The name of a runner. */
export type RunnerName = Brand<string, 'RunnerName'>;

/** Any of the branded strings above. */
type Name =
  | AttemptId
  | JobName
  | ClassName
  | MachineName
  | WindowName
  | ProbeName
  | BudgetName
  | ConsumerName
  | RunnerName;

/** Takes a string for a name, at a border where it has been checked: `name<JobName>(text)`. */
export function name<N extends Name>(text: string): N {
  return text as N;
}

/** Takes a number for the id of a run. */
export function runId(value: number): RunId {
  return value as RunId;
}

/** Takes a number for an epoch. */
export function epoch(value: number): Epoch {
  return value as Epoch;
}

/** Takes a number for the id of a call. */
export function callId(value: number): CallId {
  return value as CallId;
}
