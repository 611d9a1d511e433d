import type { Instant, RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { findParameters } from './find-parameters.ts';
import { findRun } from './find-run.ts';
import { insertRun } from './insert-run.ts';
import type { Run } from './run.ts';

const runRetried = statement('runRetried', (db, p: { id: RunId; by: RunId }) =>
  db.updateTable('run').set({ retried_by: p.by }).where('id', '=', p.id),
);

/** The new run; or why there is none: a run that is not over needs no repeating. */
export type Retried =
  | { readonly ok: true; readonly run: Run }
  | { readonly ok: false; readonly reason: 'unknown' | 'not_over' };

/** Makes a new run, ready now, that repeats one that is over: same job, priority and parameters. The old one stays as it is. */
export function retry(store: Store, id: RunId, now: Instant): Retried {
  return store.durably(() => {
    const old = findRun(store, id);
    if (old === null) return { ok: false, reason: 'unknown' };
    if (old.finishedAt === null) return { ok: false, reason: 'not_over' };
    const run = insertRun(store, {
      job: old.job,
      priority: old.priority,
      parameters: findParameters(store, id),
      retryOf: id,
      runAt: now,
      dueAt: null,
      key: null,
      note: null,
      skipped: false,
      now,
    });
    if (run === null) throw new Error('A run without a due instant was taken for a second one.');
    store.run(runRetried, { id, by: run.id });
    return { ok: true, run };
  });
}
