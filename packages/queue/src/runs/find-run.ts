import type { RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { RUN, toRun, type Run } from './run.ts';

const runById = statement('runById', (db, p: { id: RunId }) =>
  db.selectFrom('run').select(RUN).where('run.id', '=', p.id),
);

/** The run of this id, or null where there is none (any more). */
export function findRun(store: Store, id: RunId): Run | null {
  const row = store.get(runById, { id });
  return row === undefined ? null : toRun(row);
}
