import type {
  AttemptId,
  Bytes,
  Ending,
  Epoch,
  Instant,
  JobName,
  Outcome,
  RunId,
  RunnerName,
  Seconds,
} from '@hearth/words';

import type { Run } from '../runs/run.ts';

/** One process that was, or is to be, started for a run. */
export interface Attempt {
  /** The id of its run, a dash, and the random token of the claim: `381-V1StGXR8Z5jdHi6B`. */
  readonly id: AttemptId;
  readonly runId: RunId;
  readonly job: JobName;
  readonly epoch: Epoch;
  readonly runner: RunnerName;
  /** The kernel's boot id of the runner's machine at the claim. */
  readonly bootId: string;
  readonly claimId: string;
  readonly claimedAt: Instant;
  readonly startedAt: Instant | null;
  /** Where it runs: the scope's unit name, or the process group in plain mode. */
  readonly place: string | null;
  /** Why it has been asked to stop. */
  readonly stop: StopReason | null;
  readonly endedAt: Instant | null;
  /** How long the process ran, by the runner's monotonic clock; null where that is not known. */
  readonly duration: Seconds | null;
  /** How it ended; null while it has not. */
  readonly ending: Ending | null;
  /** How much it wrote. */
  readonly outputBytes: Bytes | null;
}

/** Why a running attempt is to stop. */
export type StopReason = Extract<Outcome, 'stopped_by_person' | 'stopped_by_window'>;

/** An earlier attempt as a statement answers it when it selects {@link EARLIER}. */
export type EarlierRow = Omit<Attempt, 'ending'> & Ending;

/** The columns of an attempt that was followed by another one, by the names of {@link EarlierRow}. */
export const EARLIER = [
  'attempt.id',
  'attempt.run_id as runId',
  'attempt.job',
  'attempt.epoch',
  'attempt.runner',
  'attempt.boot_id as bootId',
  'attempt.claim_id as claimId',
  'attempt.claimed_at as claimedAt',
  'attempt.started_at as startedAt',
  'attempt.place',
  'attempt.stop',
  'attempt.ended_at as endedAt',
  'attempt.duration_seconds as duration',
  'attempt.outcome',
  'attempt.code',
  'attempt.signal',
  'attempt.evidence',
  'attempt.output_bytes as outputBytes',
] as const;

/** Makes an attempt of a row. */
export function toEarlier(row: EarlierRow): Attempt {
  const { outcome, code, signal, evidence, ...rest } = row;
  return { ...rest, ending: { outcome, code, signal, evidence } };
}

/** The newest attempt of a run as a statement answers it when it selects {@link NEWEST}; empty before the first claim. */
export interface NewestRow {
  readonly attemptId: AttemptId | null;
  readonly runner: RunnerName | null;
  readonly bootId: string | null;
  readonly claimId: string | null;
  readonly claimedAt: Instant | null;
  readonly attemptStartedAt: Instant | null;
  readonly place: string | null;
  readonly stop: StopReason | null;
  readonly endedAt: Instant | null;
  readonly duration: Seconds | null;
  readonly code: number | null;
  readonly signal: string | null;
  readonly evidence: string | null;
  readonly outputBytes: Bytes | null;
}

/** The columns of the newest attempt of a run, by the names of {@link NewestRow}. */
export const NEWEST = [
  'run.attempt_id as attemptId',
  'run.runner',
  'run.boot_id as bootId',
  'run.claim_id as claimId',
  'run.claimed_at as claimedAt',
  'run.attempt_started_at as attemptStartedAt',
  'run.place',
  'run.stop',
  'run.ended_at as endedAt',
  'run.duration_seconds as duration',
  'run.code',
  'run.signal',
  'run.evidence',
  'run.output_bytes as outputBytes',
] as const;

/** Makes the newest attempt of a run of its row; null where it was never claimed. */
export function toNewest(run: Run, row: NewestRow): Attempt | null {
  const { attemptId, runner, bootId, claimId, claimedAt, endedAt, code, signal, evidence } = row;
  if (attemptId === null || runner === null || bootId === null) return null;
  if (claimId === null || claimedAt === null) return null;
  return {
    id: attemptId,
    runId: run.id,
    job: run.job,
    epoch: run.epoch,
    runner,
    bootId,
    claimId,
    claimedAt,
    startedAt: row.attemptStartedAt,
    place: row.place,
    stop: row.stop,
    endedAt,
    duration: row.duration,
    // Until this attempt has ended, the outcome of the run is that of the one before.
    ending:
      endedAt === null || run.outcome === null
        ? null
        : { outcome: run.outcome, code, signal, evidence },
    outputBytes: row.outputBytes,
  };
}
