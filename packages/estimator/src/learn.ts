import type { Instant, RunId, Seconds } from '@hearth/words';
import type { PastRun } from './past-run.ts';
import { FEW, QUARTER, REMEMBERED_FOR, REMEMBERED_RUNS } from './rules.ts';

/**
 * What is kept of a history. It is small however long the history was: of runs that are within a factor of four of
 * each other only the newest five are held, so there are five for each factor of four between the shortest and the longest.
 */
export interface Memory {
  /** How many runs have completed. */
  completed: number;
  /** The completed runs that fewer than {@link FEW} later ones were like, oldest first. The last five are always among them. */
  held: HeldRun[];
  /** The attempts that a window stopped and that nothing has answered yet, oldest first. */
  stops: Stop[];
}

/** Where something stands in the history. */
interface Dated {
  readonly runId: RunId;
  /** For a completed run, 1 for the first, 2 for the second, and so on; for a stop, how many runs had completed before it. */
  readonly place: number;
  /** When it ended, and no later than anything learnt since: a clock that was once set wrong makes no run young for ever. */
  endedAt: Instant;
}

/** A completed run that still counts. */
export interface HeldRun extends Dated {
  readonly duration: Seconds;
  /** How many completed runs since were at least a quarter as long. */
  alike: number;
}

/** An attempt that a window stopped. */
export interface Stop extends Dated {
  /** How long it had been going. */
  readonly elapsed: Seconds;
}

/** A memory in which nothing has happened yet. */
export function blank(): Memory {
  return { completed: 0, held: [], stops: [] };
}

/**
 * Takes one more past run into the memory, which it changes. Only completed runs and attempts stopped by a window
 * leave a trace: how long it takes to fail, or to find nothing to do, says nothing about how long the work takes.
 */
export function learn(memory: Memory, run: PastRun): void {
  const { runId, endedAt, duration } = run;
  if (run.result === 'stopped') {
    memory.stops.push({ runId, endedAt, elapsed: duration, place: memory.completed });
    return;
  }
  if (run.result !== 'completed') return;
  memory.completed += 1;
  for (const earlier of [...memory.held, ...memory.stops]) {
    if (endedAt < earlier.endedAt) earlier.endedAt = endedAt;
  }
  for (const held of memory.held) if (isLike(duration, held.duration)) held.alike += 1;
  memory.held = memory.held.filter((held) => held.alike < FEW);
  memory.held.push({ runId, endedAt, duration, place: memory.completed, alike: 0 });
  // The stopped run answers for itself however short it was the second time (it may have kept its work); another run
  // answers for it only when it was long enough to be of the same kind.
  memory.stops = memory.stops.filter(
    (stop) => stop.runId !== runId && !isLike(duration, stop.elapsed),
  );
}

/** True when `duration` is at least a quarter of `other`. */
export function isLike(duration: Seconds, other: Seconds): boolean {
  return duration >= QUARTER * other;
}

/** The last five completed runs, or as many as there are, oldest first. */
export function lastFive(memory: Memory): readonly HeldRun[] {
  return memory.held.slice(-FEW);
}

/** Of the runs or stops given, those that are not both past {@link REMEMBERED_RUNS} and past {@link REMEMBERED_FOR}. */
export function remembered<T extends Dated>(from: readonly T[], memory: Memory, now: Instant): T[] {
  return from.filter(
    ({ place, endedAt }) =>
      memory.completed - place < REMEMBERED_RUNS || now - endedAt <= REMEMBERED_FOR * 1000,
  );
}

/** The longest of the runs, the newest where several are; null where there are none. */
export function longest(runs: readonly HeldRun[]): HeldRun | null {
  let best: HeldRun | null = null;
  for (const run of runs) if (best === null || run.duration >= best.duration) best = run;
  return best;
}
