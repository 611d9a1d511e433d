import type { Instant, JobName, RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { LINE } from './line.ts';
import { retry } from './retry.ts';
import type { Run } from './run.ts';

const deadRuns = statement('deadRuns', (db) =>
  db
    .selectFrom('run')
    .select(['id', 'job'])
    .where('line', '=', LINE.dead)
    .where('retried_by', 'is', null),
);

/**
 * Repeats every dead run that has not been repeated yet, of one job or of all, the oldest first. Answers the new runs.
 * Row by row, so that each new run names its own old one.
 */
export function retryAllDead(store: Store, job: JobName | null, now: Instant): readonly Run[] {
  return store.durably(() => {
    const made: Run[] = [];
    for (const id of waiting(store, job)) {
      const retried = retry(store, id, now);
      if (retried.ok) made.push(retried.run);
    }
    return made;
  });
}

function waiting(store: Store, job: JobName | null): readonly RunId[] {
  const dead = store.all(deadRuns, {}).filter((run) => job === null || run.job === job);
  return dead.map((run) => run.id).toSorted((a, b) => a - b);
}
