/**
 * One way to put a load on a queue, one run at a time: `complete` claims and completes what is ready, `add` accepts new
 * runs, `fire` makes those of a schedule.
 */
export type Drill = 'complete' | 'add' | 'fire';

/** Does the drill with so many more runs of the store, and says `done` after each. */
export type Work = (runs: number, done: () => void) => Promise<void> | void;

/** A queue that can be measured. */
export interface Contender {
  /** Makes a new store in an empty folder, with so many runs ready in it. */
  fill(folder: string, ready: number): Promise<void> | void;
  /** What it can do. */
  readonly drills: Readonly<Partial<Record<Drill, Work>>>;
  /** Processor seconds that other processes have spent on its behalf since {@link fill}. */
  elsewhere(): number;
  /** Lets go of that store. */
  close(): Promise<void> | void;
}
