import type { Instant, JobName } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

const markOfJob = statement('markOfJob', (db, p: { job: JobName }) =>
  db.selectFrom('job_state').select('mark').where('job', '=', p.job),
);

const markWrite = statement('markWrite', (db, p: { job: JobName; mark: Instant }) =>
  db
    .insertInto('job_state')
    .values({ job: p.job, mark: p.mark })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ mark: p.mark })),
);

const marksRewind = statement('marksRewind', (db, p: { to: Instant }) =>
  db.updateTable('job_state').set({ mark: p.to }).where('mark', '>', p.to),
);

/** Up to which instant the schedule of a job has been dealt with; null for a job that is new. */
export function findMark(store: Store, job: JobName): Instant | null {
  return store.get(markOfJob, { job })?.mark ?? null;
}

/** Writes the mark of a job. To be called inside a transaction. */
export function writeMark(store: Store, job: JobName, mark: Instant): void {
  store.run(markWrite, { job, mark });
}

/**
 * Moves the mark of a job without making runs: for a job that is new, and for a schedule that was changed, so that no
 * instant before it is taken for a missed one. It never moves back.
 */
export function moveMark(store: Store, job: JobName, mark: Instant): void {
  store.write(() => {
    const before = findMark(store, job);
    if (before === null || mark > before) writeMark(store, job, mark);
  });
}

/**
 * Brings back to `to` every mark that lies after it, once it is known that the clock was ahead when they were made.
 * An instant that already has a run still makes no second one. Answers how many marks were moved.
 */
export function rewindMarks(store: Store, to: Instant): number {
  return store.durably(() => store.run(marksRewind, { to }).changes);
}
