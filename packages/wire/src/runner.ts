import type { Outcome } from '@hearth/words';
import * as v from 'valibot';

import { errandSchema, type Errand } from './errand.ts';
import { durationSeconds, instantText, outcomeSchema, randomId, wholeNumber } from './scalars.ts';

/** An attempt that the runner holds, started or not, or ended and not yet reported. */
export interface HeldAttempt {
  readonly attempt_id: string;
  readonly epoch: number;
  /** The runner has been told to stop it and is about it. */
  readonly stopping: boolean;
}

/** What `POST /runners/:name/claim` takes. */
export interface ClaimRequest {
  /** Random; the same id gets the same attempt again, so that a lost answer loses nothing. */
  readonly claim_id: string;
  /**
   * Higher with each claim that the runner sends in this boot of its machine, also over its own restarts. A claim that
   * arrives after a later one says what was true once: it is answered with nothing, and nothing follows from it.
   */
  readonly sequence: number;
  /** The kernel's boot id of the runner's machine. */
  readonly boot_id: string;
  /** Random, and kept by the runner over its restarts: it tells two runners apart that were given one name. */
  readonly instance: string;
  /** How many more runs of each class it would take now. A class that is absent is not served. */
  readonly free: Readonly<Record<string, number>>;
  /** Why it serves none of a class that it is meant to serve, by the class: "hearth-gpu.slice is not installed". */
  readonly refused: Readonly<Record<string, string>>;
  /** Every attempt that it holds. One given to it that is not listed here is absent, and is taken back. */
  readonly running: readonly HeldAttempt[];
}

/** An attempt to be carried out, with everything that its runner needs to know. */
export interface Assignment {
  readonly run_id: number;
  readonly attempt_id: string;
  readonly epoch: number;
  readonly job: string;
  readonly class: string;
  /** Program and arguments. */
  readonly command: readonly string[];
  /** The Unix user, in scopes. */
  readonly user: string;
  /** An absolute path; null is a folder of the job's own. */
  readonly working_folder: string | null;
  /** Three octal digits: the permissions that new files do not get. */
  readonly umask: string;
  /** From -20 to 19. */
  readonly nice: number;
  /** The whole of what is set beside the runner's own basics; holds the attempt's key, so it is never logged. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeout_seconds: number;
  readonly grace_seconds: number;
  readonly memory_bytes: number;
  readonly cpu_percent: number;
}

/** An attempt that the runner is to stop. */
export interface StopOrder {
  readonly attempt_id: string;
  readonly reason: 'stopped_by_person' | 'stopped_by_window';
}

/** What a claim gets: at most one attempt, what is to be stopped, and what is to be done beside the attempts. */
export interface ClaimAnswer {
  readonly attempt: Assignment | null;
  readonly stop: readonly StopOrder[];
  readonly errands: readonly Errand[];
}

/** What `…/started` takes. */
export interface StartedReport {
  readonly epoch: number;
  /** The scope's unit name, or the process group in plain mode: where to look. */
  readonly place: string;
}

/** What `…/ended` takes. */
export interface EndedReport {
  readonly epoch: number;
  readonly outcome: Outcome;
  readonly code: number | null;
  readonly signal: string | null;
  readonly evidence: string | null;
  /** By the monotonic clock; null where the process never started or its start is not known. */
  readonly duration_seconds: number | null;
  readonly output_bytes: number;
  /** The last of its output, at most 4,096 characters. */
  readonly last_output: string | null;
}

export const claimRequestSchema: v.GenericSchema<ClaimRequest> = v.strictObject({
  claim_id: randomId,
  sequence: wholeNumber,
  boot_id: randomId,
  instance: randomId,
  free: v.record(v.pipe(v.string(), v.maxLength(63)), wholeNumber),
  refused: v.record(v.pipe(v.string(), v.maxLength(63)), v.pipe(v.string(), v.maxLength(1024))),
  running: v.pipe(
    v.array(v.strictObject({ attempt_id: randomId, epoch: wholeNumber, stopping: v.boolean() })),
    v.maxLength(1000),
  ),
});

export const claimAnswerSchema: v.GenericSchema<ClaimAnswer> = v.object({
  attempt: v.nullable(
    v.object({
      run_id: wholeNumber,
      attempt_id: randomId,
      epoch: wholeNumber,
      job: v.string(),
      class: v.string(),
      command: v.pipe(v.array(v.string()), v.minLength(1)),
      user: v.string(),
      working_folder: v.nullable(v.string()),
      umask: v.string(),
      nice: v.number(),
      environment: v.record(v.string(), v.string()),
      timeout_seconds: durationSeconds,
      grace_seconds: durationSeconds,
      memory_bytes: wholeNumber,
      cpu_percent: v.number(),
    }),
  ),
  stop: v.array(
    v.object({
      attempt_id: randomId,
      reason: v.picklist(['stopped_by_person', 'stopped_by_window']),
    }),
  ),
  errands: v.array(errandSchema),
});

export const startedReportSchema: v.GenericSchema<StartedReport> = v.strictObject({
  epoch: wholeNumber,
  place: v.pipe(v.string(), v.maxLength(256)),
});

export const endedReportSchema: v.GenericSchema<EndedReport> = v.strictObject({
  epoch: wholeNumber,
  outcome: outcomeSchema,
  code: v.nullable(v.pipe(v.number(), v.safeInteger())),
  signal: v.nullable(v.pipe(v.string(), v.maxLength(32))),
  evidence: v.nullable(v.pipe(v.string(), v.maxLength(1024))),
  duration_seconds: v.nullable(durationSeconds),
  output_bytes: wholeNumber,
  last_output: v.nullable(v.pipe(v.string(), v.maxLength(4096))),
});

/** A runner as the gateway knows it. */
export interface RunnerStatus {
  readonly name: string;
  readonly boot_id: string;
  readonly last_seen_at: string;
  /** It has said nothing for longer than two long polls. */
  readonly silent: boolean;
  readonly classes: readonly string[];
  readonly running: number;
}

export const runnerStatusSchema: v.GenericSchema<RunnerStatus> = v.object({
  name: v.string(),
  boot_id: v.string(),
  last_seen_at: instantText,
  silent: v.boolean(),
  classes: v.array(v.string()),
  running: wholeNumber,
});
