import type { Instant, JobName } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

const jobPause = statement('jobPause', (db, p: { job: JobName; now: Instant }) =>
  db
    .insertInto('job_state')
    .values({ job: p.job, paused_at: p.now })
    .onConflict((conflict) =>
      conflict
        .column('job')
        .doUpdateSet({ paused_at: p.now })
        .where('job_state.paused_at', 'is', null),
    ),
);

const jobResume = statement('jobResume', (db, p: { job: JobName }) =>
  db
    .updateTable('job_state')
    .set({ paused_at: null })
    .where('job', '=', p.job)
    .where('paused_at', 'is not', null),
);

/** Pauses a job, on disk when this returns. Answers false where it was paused already; then it stays so since then. */
export function pause(store: Store, job: JobName, now: Instant): boolean {
  return store.durably(() => store.run(jobPause, { job, now }).changes > 0);
}

/** Ends the pause of a job. Answers false where it was not paused. */
export function resume(store: Store, job: JobName): boolean {
  return store.durably(() => store.run(jobResume, { job }).changes > 0);
}
