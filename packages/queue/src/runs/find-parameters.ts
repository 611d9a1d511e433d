import type { RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import type { RunParameters } from './run.ts';

const inputByRun = statement('inputByRun', (db, p: { runId: RunId }) =>
  db.selectFrom('run_input').select('parameters').where('run_id', '=', p.runId),
);

/** What was passed to the run; nothing where nothing was. */
export function findParameters(store: Store, runId: RunId): RunParameters {
  return parametersOf(store.get(inputByRun, { runId })?.parameters ?? null);
}

/** Reads parameters as they are stored: as JSON, or not at all where there are none. */
export function parametersOf(stored: string | null): RunParameters {
  return stored === null ? {} : (JSON.parse(stored) as RunParameters);
}
