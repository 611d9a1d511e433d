import type { Priority, ShownState } from '@hearth/words';
import * as v from 'valibot';

import {
  durationSeconds,
  instantText,
  prioritySchema,
  shownStateSchema,
  wholeNumber,
} from './scalars.ts';

/** A declared job, with what is known of it. */
export interface JobStatus {
  readonly name: string;
  readonly class: string;
  readonly priority: Priority;
  /** The schedule as it was written, with its zone; null where the job runs on demand only. */
  readonly schedule: string | null;
  readonly next_at: string | null;
  readonly paused: boolean;
  readonly needs: readonly string[];
  readonly promise_seconds: number;
  /** Why the promise is what it is: "longest of the last five, run 381". */
  readonly promise_because: string;
  readonly last_run: {
    readonly id: number;
    readonly state: ShownState;
    readonly finished_at: string | null;
  } | null;
  readonly last_success_at: string | null;
  readonly dead: number;
}

export const jobStatusSchema: v.GenericSchema<JobStatus> = v.object({
  name: v.string(),
  class: v.string(),
  priority: prioritySchema,
  schedule: v.nullable(v.string()),
  next_at: v.nullable(instantText),
  paused: v.boolean(),
  needs: v.array(v.string()),
  promise_seconds: durationSeconds,
  promise_because: v.string(),
  last_run: v.nullable(
    v.object({ id: wholeNumber, state: shownStateSchema, finished_at: v.nullable(instantText) }),
  ),
  last_success_at: v.nullable(instantText),
  dead: wholeNumber,
});

/** What `GET /jobs` answers. */
export interface JobList {
  readonly jobs: readonly JobStatus[];
  readonly next: null;
}

export const jobListSchema: v.GenericSchema<JobList> = v.object({
  jobs: v.array(jobStatusSchema),
  next: v.null(),
});

/** What `GET /jobs/:name/estimate` answers. */
export interface JobEstimate {
  readonly job: string;
  readonly rule: 'last-five' | 'long-memory';
  readonly promise_seconds: number;
  readonly because: string;
  readonly typical_seconds: number | null;
  readonly completed: number;
  /** A sentence where the history is about to forget, or has forgotten, a long run. */
  readonly warning: string | null;
  /** The runs it was made from, the oldest first. */
  readonly history: readonly {
    readonly run_id: number;
    readonly ended_at: string;
    readonly duration_seconds: number;
    readonly result: string;
  }[];
}

export const jobEstimateSchema: v.GenericSchema<JobEstimate> = v.object({
  job: v.string(),
  rule: v.picklist(['last-five', 'long-memory']),
  promise_seconds: durationSeconds,
  because: v.string(),
  typical_seconds: v.nullable(durationSeconds),
  completed: wholeNumber,
  warning: v.nullable(v.string()),
  history: v.array(
    v.object({
      run_id: wholeNumber,
      ended_at: instantText,
      duration_seconds: durationSeconds,
      result: v.string(),
    }),
  ),
});
