import type { Outcome, Priority, ShownState } from '@hearth/words';
import * as v from 'valibot';

import {
  durationSeconds,
  instantText,
  outcomeSchema,
  prioritySchema,
  shownStateSchema,
  wholeNumber,
} from './scalars.ts';

/** One process that was started for a run. */
export interface Attempt {
  readonly id: string;
  readonly epoch: number;
  readonly runner: string;
  readonly claimed_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  /** How long the process ran, by the runner's monotonic clock. */
  readonly duration_seconds: number | null;
  readonly outcome: Outcome | null;
  readonly code: number | null;
  readonly signal: string | null;
  readonly evidence: string | null;
  /** The last lines of its output, where it did not succeed. */
  readonly last_output: string | null;
}

/** One time that a job is to be carried out, with its attempts, the oldest first. */
export interface Run {
  readonly id: number;
  readonly job: string;
  readonly priority: Priority;
  readonly state: ShownState;
  readonly created_at: string;
  /** Not to be started before. */
  readonly run_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly failures: number;
  readonly interruptions: number;
  /** The run that this one repeats at a person's wish. */
  readonly retry_of: number | null;
  /** How its newest ended attempt ended. */
  readonly outcome: Outcome | null;
  /** A sentence on how it came to its state, where the state alone does not say it. */
  readonly note: string | null;
  readonly attempts: readonly Attempt[];
}

export const attemptSchema: v.GenericSchema<Attempt> = v.object({
  id: v.string(),
  epoch: wholeNumber,
  runner: v.string(),
  claimed_at: instantText,
  started_at: v.nullable(instantText),
  ended_at: v.nullable(instantText),
  duration_seconds: v.nullable(durationSeconds),
  outcome: v.nullable(outcomeSchema),
  code: v.nullable(v.number()),
  signal: v.nullable(v.string()),
  evidence: v.nullable(v.string()),
  last_output: v.nullable(v.string()),
});

export const runSchema: v.GenericSchema<Run> = v.object({
  id: wholeNumber,
  job: v.string(),
  priority: prioritySchema,
  state: shownStateSchema,
  created_at: instantText,
  run_at: instantText,
  started_at: v.nullable(instantText),
  finished_at: v.nullable(instantText),
  failures: wholeNumber,
  interruptions: wholeNumber,
  retry_of: v.nullable(wholeNumber),
  outcome: v.nullable(outcomeSchema),
  note: v.nullable(v.string()),
  attempts: v.array(attemptSchema),
});

/** A page of runs, the newest first. */
export interface RunPage {
  readonly runs: readonly Run[];
  /** Pass it as `before` for the next page; null on the last one. */
  readonly next: number | null;
}

export const runPageSchema: v.GenericSchema<RunPage> = v.object({
  runs: v.array(runSchema),
  next: v.nullable(wholeNumber),
});

/** What `POST /runs` takes. */
export interface EnqueueRequest {
  readonly job: string;
  readonly parameters?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Never above the caller's own; the job's when absent. */
  readonly priority?: Priority | undefined;
  readonly run_at?: string | undefined;
  /** The same key within 24 hours is the same run. */
  readonly key?: string | undefined;
}

export const enqueueRequestSchema: v.GenericSchema<EnqueueRequest> = v.strictObject({
  job: v.pipe(v.string(), v.minLength(1), v.maxLength(63)),
  parameters: v.optional(
    v.record(
      v.pipe(v.string(), v.maxLength(63)),
      v.union([v.pipe(v.string(), v.maxLength(1024)), v.pipe(v.number(), v.finite()), v.boolean()]),
    ),
  ),
  priority: v.optional(prioritySchema),
  run_at: v.optional(instantText),
  key: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
});
