import type { Assignment } from '@hearth/wire';

import type { ServedClass } from './list-classes.ts';
import { lives, uptime } from './process-table.ts';
import type { AttemptRecord, PlaceKind, StartedRecord } from './records.ts';
import { sleep } from './sleep.ts';

/** Where attempts run, and how their processes are found there. */
export interface Place {
  readonly kind: PlaceKind;
  /** What every job finds in its environment, beside what its assignment says. */
  readonly basics: Readonly<Record<string, string>>;
  /** Why nothing of the attempt's class can be started here now; null when it can. */
  fault(assignment: Assignment): Promise<string | null>;
  /** Why nothing of these classes can be started here now, by the class; none for one of which something can. */
  refusals(classes: ReadonlyMap<string, ServedClass>): Promise<ReadonlyMap<string, string>>;
  /** Why the runs of a class that are going are no longer held to its memory; null while they are. It costs next to nothing. */
  lost(className: string): string | null;
  /** The user that the supervisor turns a job into; empty where a job stays the runner's user. */
  userOf(assignment: Assignment): string;
  /** The command line that runs the supervisor, whose own is given, in this place. */
  commandLine(assignment: Assignment, supervisor: readonly string[]): Promise<readonly string[]>;
  /** Where a person would look for it: the scope's unit, or the process group. */
  label(record: AttemptRecord, where: StartedRecord): string;
  /** The living processes of an attempt, its supervisor left out. */
  members(where: StartedRecord): readonly number[];
  /** Sends a signal to every one of them. */
  signal(where: StartedRecord, signal: NodeJS.Signals): void;
}

/** What {@link endJob} tells and asks. */
export interface EndOptions {
  readonly graceSeconds: number;
  /** Called once as SIGTERM turns out not to be enough. */
  readonly onKill: () => Promise<void>;
  /** Aborts the waiting, not the end of the job. */
  readonly signal: AbortSignal;
}

/**
 * Ends every process of an attempt: SIGTERM, the grace, SIGKILL. Resolves only when none is left, however long
 * that takes: a process in the middle of a disk access cannot be killed before the disk answers.
 */
export async function endJob(
  place: Place,
  where: StartedRecord,
  options: EndOptions,
): Promise<void> {
  const { graceSeconds, onKill, signal } = options;
  const empty = (): boolean => place.members(where).length === 0;
  place.signal(where, 'SIGTERM');
  // One that is stopped would not see the SIGTERM.
  place.signal(where, 'SIGCONT');
  if (await becomes(empty, graceSeconds, signal)) return;
  await onKill();
  do place.signal(where, 'SIGKILL');
  while (!(await becomes(empty, 1, signal)));
}

/** Waits until something is so, or the seconds are over; true when it is so. Looks often at first, then twice a second. */
async function becomes(
  so: () => boolean,
  withinSeconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  const last = uptime() + withinSeconds;
  for (let pause = 0.01; !so(); pause = Math.min(pause * 1.5, 0.5)) {
    const left = last - uptime();
    if (left <= 0) return false;
    await sleep(Math.min(pause, left), signal);
  }
  return true;
}

/** Waits until a process that is not this one's child is gone. The kernel tells only parents, so it is looked at. */
export async function untilGone(
  pid: number,
  startTicks: number,
  signal: AbortSignal,
): Promise<void> {
  while (lives(pid, startTicks)) await sleep(2, signal);
}
