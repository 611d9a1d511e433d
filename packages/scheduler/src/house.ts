import type { Span } from '@hearth/calendar';
import type { Job, ReservingWindow, ResourceClass } from '@hearth/manifest';
import type {
  BudgetName,
  ClassName,
  Instant,
  JobName,
  Priority,
  ProbeName,
  RunId,
  Seconds,
} from '@hearth/words';

/** All that the scheduler knows of the house at one instant. It decides from this alone. */
export interface House {
  readonly now: Instant;
  readonly timezone: string;
  readonly classes: ReadonlyMap<ClassName, ResourceClass>;
  readonly windows: readonly ReservingWindow[];
  readonly reservations: readonly Reservation[];
  readonly running: readonly RunningRun[];
  readonly probes: ReadonlyMap<ProbeName, ProbeStanding>;
  readonly budgets: ReadonlyMap<BudgetName, BudgetStanding>;
  /** Classes that a runner which has lately been heard of serves. */
  readonly served: ReadonlySet<ClassName>;
  /** Why a runner serves none of a class that it is meant to serve, in words. */
  readonly refused: ReadonlyMap<ClassName, string>;
}

/** A one-off window: `hearth reserve CLASS --for 2h`. It admits what a person waits for, `interactive` and `user`. */
export interface Reservation {
  readonly class: ClassName;
  readonly span: Span;
}

/** A run that has an attempt now. */
export interface RunningRun {
  readonly run: RunId;
  readonly job: JobName;
  readonly class: ClassName;
  readonly priority: Priority;
  /** About how long it will still take. */
  readonly remaining: Seconds;
}

/** What is known of something that jobs need. */
export interface ProbeStanding {
  readonly state: 'up' | 'down' | 'unknown';
  readonly since: Instant | null;
  /** What the last look saw: "connection refused". */
  readonly detail: string | null;
}

/** What is left of a budget in the period that holds now. */
export interface BudgetStanding {
  readonly allowance: Seconds;
  readonly left: Seconds;
  readonly resets: Instant;
}

/** A job as the scheduler sees it. */
export interface JobStanding {
  readonly job: Job;
  readonly promise: Seconds;
  /** Why the promise is what it is: "longest of the last five, run 381". */
  readonly because: string;
  readonly pausedSince: Instant | null;
}

/** The first ready run of a job. */
export interface Head {
  readonly run: RunId;
  readonly job: JobName;
  readonly priority: Priority;
  readonly readyAt: Instant;
}
