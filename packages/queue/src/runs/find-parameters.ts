import type { RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import type { RunParameters } from './run.ts';

const inputByRun = statement('inputByRun', (db, p: { runId: RunId }) =>
  db.selectFrom('run_input').select('parameters').where('run_id', '=', p.runId),
);

/** What was passed to the run; nothing where nothing was. */
export function findParameters(store: Store, runId: RunId): RunParameters {
  const row = store.get(inputByRun, { runId });
  return row === undefined ? {} : (JSON.parse(row.parameters) as RunParameters);
}
