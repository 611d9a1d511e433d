import type { Instant, JobName } from '@hearth/words';

import { LINE } from '../runs/line.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

const jobsDue = statement('jobsDue', (db, p: { now: Instant }) =>
  db
    .selectFrom('run')
    .select('job')
    .where('line', '>=', LINE.scheduled)
    .where('run_at', '<=', p.now),
);

const runsMakeDue = statement('runsMakeDue', (db, p: { now: Instant }, raw) =>
  db
    .updateTable('run')
    .set({ state: 'ready', line: raw`priority + ${raw.lit(LINE.ready)}` })
    .where('line', '>=', LINE.scheduled)
    .where('run_at', '<=', p.now),
);

const firstDue = statement('firstDue', (db) =>
  db
    .selectFrom('run')
    .select('run_at as runAt')
    .where('line', '>=', LINE.scheduled)
    .orderBy('run_at')
    .limit(1),
);

/** Makes ready every scheduled run whose time has come, and answers their jobs. Where none has come, nothing is written. */
export function makeDue(store: Store, now: Instant): readonly JobName[] {
  const first = nextDue(store);
  if (first === null || first > now) return [];
  return store.write(() => {
    const jobs = new Set(store.all(jobsDue, { now }).map((run) => run.job));
    store.run(runsMakeDue, { now });
    return [...jobs];
  });
}

/** When the next scheduled run becomes ready; null where none is scheduled. */
export function nextDue(store: Store): Instant | null {
  return store.get(firstDue, {})?.runAt ?? null;
}
