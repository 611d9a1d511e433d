import type { RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { mendOrNull } from '../texts.ts';
import { findRun } from './find-run.ts';

const runNote = statement('runNote', (db, p: { id: RunId; note: string | null }) =>
  db.updateTable('run').set({ note: p.note }).where('id', '=', p.id),
);

/** Sets the sentence on how a run came to its state. Answers false where there is no such run. */
export function setRunNote(store: Store, id: RunId, note: string | null): boolean {
  return store.write(() => {
    const run = findRun(store, id);
    if (run === null) return false;
    const said = mendOrNull(note);
    if (run.note === said) return true;
    store.run(runNote, { id, note: said });
    const open = store.running.find(id);
    if (open !== undefined) store.running.keep({ ...open, run: { ...run, note: said } });
    return true;
  });
}
