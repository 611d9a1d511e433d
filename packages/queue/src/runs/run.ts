import {
  PRIORITIES,
  type Epoch,
  type Instant,
  type JobName,
  type Outcome,
  type Priority,
  type RunId,
  type RunState,
} from '@hearth/words';

/** One time that a job is to be carried out, as the queue holds it. */
export interface Run {
  readonly id: RunId;
  readonly job: JobName;
  readonly priority: Priority;
  readonly state: RunState;
  /** How many claims there have been: the number of its newest attempt, 0 before the first. */
  readonly epoch: Epoch;
  readonly createdAt: Instant;
  /** Not to be started before; for a ready run, since when it has been in the line. */
  readonly runAt: Instant;
  /** The due instant of the schedule that it was made for. */
  readonly dueAt: Instant | null;
  /** When its newest started attempt started. */
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly failures: number;
  readonly interruptions: number;
  /** When its first failed attempt ended. */
  readonly firstFailedAt: Instant | null;
  /** The run that this one repeats at a person's wish. It may be gone by now. */
  readonly retryOf: RunId | null;
  /** The newest run that repeats this one. A dead run that has one waits for nobody. */
  readonly retriedBy: RunId | null;
  /** How its newest ended attempt ended. */
  readonly outcome: Outcome | null;
  /** A sentence on how it came to its state, where the state alone does not say it. */
  readonly note: string | null;
}

/** What whoever enqueued the run passed to it. */
export type RunParameters = Readonly<Record<string, string | number | boolean>>;

/** A run as a statement answers it when it selects {@link RUN}. */
export type RunRow = Omit<Run, 'priority'> & { readonly priority: number };

/** The columns of a run, by the names of {@link Run}. */
export const RUN = [
  'run.id',
  'run.job',
  'run.priority',
  'run.state',
  'run.epoch',
  'run.created_at as createdAt',
  'run.run_at as runAt',
  'run.due_at as dueAt',
  'run.started_at as startedAt',
  'run.finished_at as finishedAt',
  'run.failures',
  'run.interruptions',
  'run.first_failed_at as firstFailedAt',
  'run.retry_of as retryOf',
  'run.retried_by as retriedBy',
  'run.outcome',
  'run.note',
] as const;

/** Makes a run of a row, which may have more columns than these. */
export function toRun(row: RunRow): Run {
  return {
    id: row.id,
    job: row.job,
    priority: priorityAt(row.priority),
    state: row.state,
    epoch: row.epoch,
    createdAt: row.createdAt,
    runAt: row.runAt,
    dueAt: row.dueAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    failures: row.failures,
    interruptions: row.interruptions,
    firstFailedAt: row.firstFailedAt,
    retryOf: row.retryOf,
    retriedBy: row.retriedBy,
    outcome: row.outcome,
    note: row.note,
  };
}

/** The priority that has this place in the order. */
export function priorityAt(rank: number): Priority {
  const priority = PRIORITIES[rank];
  if (priority === undefined) throw new RangeError(`No priority has the place ${rank}.`);
  return priority;
}
