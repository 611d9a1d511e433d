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

/**
 * What an attempt is to the history of its job: it did the work, found nothing to do, was cut short by a window, or did
 * the work but is not to be counted. Every other end is no evidence of how long the work takes.
 */
export type AttemptResult = 'completed' | 'noop' | 'stopped' | 'forgotten';

/** An attempt as a statement answers it when it selects {@link ATTEMPT}. */
export type AttemptRow = Omit<Attempt, 'ending'> & {
  readonly outcome: Outcome | null;
  readonly code: number | null;
  readonly signal: string | null;
  readonly evidence: string | null;
};

/** The columns of an attempt, by the names of {@link AttemptRow}. */
export const ATTEMPT = [
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
export function toAttempt(row: AttemptRow): Attempt {
  const { outcome, code, signal, evidence, ...rest } = row;
  return { ...rest, ending: outcome === null ? null : { outcome, code, signal, evidence } };
}
