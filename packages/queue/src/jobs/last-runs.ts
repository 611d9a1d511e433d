import type { Instant, JobName } from '@hearth/words';

import { LINE, type DoneLine } from '../runs/line.ts';
import { RUN, toRun, type Run } from '../runs/run.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

const runLast = statement('runLast', (db, p: { job: JobName }) =>
  db.selectFrom('run').select(RUN).where('job', '=', p.job).orderBy('id', 'desc').limit(1),
);

const doneLast = statement('doneLast', (db, p: { job: JobName; line: DoneLine }, raw) =>
  db
    .selectFrom('run')
    .select('ended_at as endedAt')
    .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
    .where('line', '=', raw<number>`cast(${p.line} as integer)`)
    .orderBy('line_at', 'desc')
    .limit(1),
);

const deadOfJob = statement('deadOfJob', (db, p: { job: JobName }, raw) =>
  db
    .selectFrom('run')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('line', '=', LINE.dead)
    .where('retried_by', 'is', null)
    .where('job', '=', raw<JobName>`cast(${p.job} as text)`),
);

/** How a job has fared. */
export interface LastRun {
  readonly job: JobName;
  /** Its newest run; null where it has none. */
  readonly run: Run | null;
  /** When an attempt of it last succeeded, by whatever exit code; null where none has. */
  readonly succeededAt: Instant | null;
  /** How many dead runs of it wait for a person. */
  readonly dead: number;
}

/** How each of the jobs has fared, in the same order. A few looks by index for each. */
export function lastRuns(store: Store, jobs: Iterable<JobName>): readonly LastRun[] {
  return Array.from(jobs, (job) => {
    const row = store.get(runLast, { job });
    return {
      job,
      run: row === undefined ? null : toRun(row),
      succeededAt: lastSuccess(store, job),
      dead: store.get(deadOfJob, { job })?.count ?? 0,
    };
  });
}

function lastSuccess(store: Store, job: JobName): Instant | null {
  let last: Instant | null = null;
  for (const line of [LINE.completed, LINE.noop, LINE.forgotten]) {
    const endedAt = store.get(doneLast, { job, line })?.endedAt ?? null;
    if (endedAt !== null && (last === null || endedAt > last)) last = endedAt;
  }
  return last;
}
