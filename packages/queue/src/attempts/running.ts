import type { JobName, RunId } from '@hearth/words';

import { jobsWithRuns } from '../jobs/jobs-with-runs.ts';
import { LINE } from '../runs/line.ts';
import { RUN, toRun, type Run, type RunRow } from '../runs/run.ts';
import type { Reader } from '../sql/reader.ts';
import { statement } from '../sql/statement.ts';
import { NEWEST, toNewest, type Attempt, type NewestRow } from './attempt.ts';

/** Walks along the line of a job, once after opening: an index of running runs would cost a page at each claim and end. */
const runsRunning = statement('runsRunning', (db, p: { job: JobName }, raw) =>
  db
    .selectFrom('run')
    .select([...RUN, ...NEWEST])
    .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
    .where('line', '>=', LINE.ready)
    .where('line', '<=', LINE.lastReady)
    .where('state', '=', 'running'),
);

const runRunning = statement('runRunning', (db, p: { id: RunId }) =>
  db
    .selectFrom('run')
    .select([...RUN, ...NEWEST])
    .where('id', '=', p.id)
    .where('state', '=', 'running'),
);

/** A running run and the one attempt of it that is open. */
export interface OpenAttempt {
  readonly run: Run;
  readonly attempt: Attempt;
}

/**
 * The running runs, held in memory as they are in the file: few run at once, and each claim and each end asks for them.
 * Whoever writes a running run says so here, after the file has taken it; what is undone is read again from the file.
 */
export class Running {
  readonly #file: Reader;
  /** Null until somebody asks. */
  #open: Map<RunId, OpenAttempt> | null = null;
  /** What the open transaction has changed here. */
  readonly #changed = new Set<RunId>();
  /** What must be read again before it is believed. */
  readonly #doubtful = new Set<RunId>();

  constructor(file: Reader) {
    this.#file = file;
  }

  /** The run of this id with its open attempt, where it is running. */
  find(id: RunId): OpenAttempt | undefined {
    return this.#known().get(id);
  }

  /** All of them, in no order. */
  all(): Iterable<OpenAttempt> {
    return this.#known().values();
  }

  /** How many there are. */
  get count(): number {
    return this.#known().size;
  }

  /** Keeps a run that has been claimed, or is otherwise than it was. */
  keep(open: OpenAttempt): void {
    this.#note(open.run.id);
    this.#known().set(open.run.id, open);
  }

  /** Drops a run that is no longer running. */
  drop(id: RunId): void {
    this.#note(id);
    this.#known().delete(id);
  }

  /** The open transaction has been committed. */
  committed(): void {
    if (this.#changed.size > 0) this.#changed.clear();
  }

  /** The open transaction has ended; what {@link committed} has not been said of is undone. */
  undone(): void {
    for (const id of this.#changed) this.#doubtful.add(id);
    this.#changed.clear();
  }

  #note(id: RunId): void {
    if (this.#file.isWriting) this.#changed.add(id);
  }

  #known(): Map<RunId, OpenAttempt> {
    if (this.#open === null) {
      const jobs = jobsWithRuns(this.#file);
      const read = jobs.flatMap((job) =>
        this.#file.all(runsRunning, { job }).map((row) => toOpen(row)),
      );
      this.#open = new Map(read.map((open) => [open.run.id, open]));
      this.#doubtful.clear();
    }
    if (this.#doubtful.size > 0) this.#readAgain(this.#open);
    return this.#open;
  }

  #readAgain(open: Map<RunId, OpenAttempt>): void {
    for (const id of this.#doubtful) {
      const row = this.#file.get(runRunning, { id });
      if (row === undefined) open.delete(id);
      else open.set(id, toOpen(row));
    }
    this.#doubtful.clear();
  }
}

function toOpen(row: RunRow & NewestRow): OpenAttempt {
  const run = toRun(row);
  const attempt = toNewest(run, row);
  if (attempt === null) throw new Error(`Run ${run.id} is running and has no attempt.`);
  return { run, attempt };
}
