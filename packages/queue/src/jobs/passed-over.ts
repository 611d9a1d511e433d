import type { JobName } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

const passedOverOfJob = statement('passedOverOfJob', (db, p: { job: JobName }) =>
  db.selectFrom('job_state').select('passed_over as count').where('job', '=', p.job),
);

const passedOverWrite = statement('passedOverWrite', (db, p: { job: JobName; count: number }) =>
  db
    .insertInto('job_state')
    .values({ job: p.job, passed_over: p.count })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ passed_over: p.count })),
);

/**
 * Notes how many windows in a row had no room for the promise of a job; 0 once one of its runs has started.
 * The number it has already is not written again.
 */
export function setPassedOver(store: Store, job: JobName, count: number): void {
  store.write(() => {
    const before = store.get(passedOverOfJob, { job })?.count ?? 0;
    if (before !== count) store.run(passedOverWrite, { job, count });
  });
}
