import type { JobName } from '@hearth/words';
import type { Kysely, SelectQueryBuilder, sql } from 'kysely';

import { statement } from '../sql/statement.ts';
import type { Tables } from '../sql/tables.ts';
import type { Store } from '../store.ts';
import { LINE } from './line.ts';
import { READY, toReady, type ReadyRow } from './ready-run.ts';
import type { Run } from './run.ts';

/** The first ready run of a job, by priority, then by how long it has been ready. */
export function headOf(
  db: Kysely<Tables>,
  job: JobName,
  raw: typeof sql,
): SelectQueryBuilder<Tables, 'run', ReadyRow> {
  return (
    db
      .selectFrom('run')
      .select(READY)
      // The cast keeps SQLite from planning the statement anew for each job: 7.3 µs without it, 0.8 µs with it.
      .where('job', '=', raw<JobName>`cast(${job} as text)`)
      .where('line', '>=', LINE.ready)
      .where('line', '<=', LINE.lastReady)
      // Passes over the runs of the job that are running: they are few, and still stand where they stood.
      .where('state', '=', 'ready')
      .orderBy('line')
      .orderBy('line_at')
      .orderBy('id')
      .limit(1)
  );
}

const runHead = statement('runHead', (db, p: { job: JobName }, raw) => headOf(db, p.job, raw));

/** The first ready run of a job, by priority, then by how long it has been ready; null where none is. */
export function head(store: Store, job: JobName): Run | null {
  const row = store.get(runHead, { job });
  return row === undefined ? null : toReady(store, row);
}

/** The heads of those of the jobs that have a ready run. One look by index for each job, however long its line. */
export function heads(store: Store, jobs: Iterable<JobName>): readonly Run[] {
  const found: Run[] = [];
  for (const job of jobs) {
    const run = head(store, job);
    if (run !== null) found.push(run);
  }
  return found;
}
