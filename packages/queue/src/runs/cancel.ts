import type { Instant, RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { mend } from '../texts.ts';
import { findRun } from './find-run.ts';
import { LINE } from './line.ts';
import type { Run } from './run.ts';

const runCancel = statement('runCancel', (db, p: { id: RunId; note: string; now: Instant }) =>
  db
    .updateTable('run')
    .set({
      state: 'cancelled',
      line: LINE.cancelled,
      line_at: p.now,
      finished_at: p.now,
      note: p.note,
      room: null,
    })
    .where('id', '=', p.id)
    .where('state', 'in', ['scheduled', 'ready']),
);

/** The cancelled run; or `running`, whose process must be stopped first; or `over`; or `unknown`. */
export type Cancelled =
  | { readonly ok: true; readonly run: Run }
  | { readonly ok: false; readonly reason: 'unknown' | 'running' | 'over' };

/** Cancels a run that waits. The note says why: "its job was removed from the manifest". */
export function cancel(store: Store, id: RunId, note: string, now: Instant): Cancelled {
  return store.durably(() => {
    const run = findRun(store, id);
    if (run === null) return { ok: false, reason: 'unknown' };
    if (run.finishedAt !== null) return { ok: false, reason: 'over' };
    const said = mend(note);
    if (store.run(runCancel, { id, note: said, now }).changes === 0) {
      return { ok: false, reason: 'running' };
    }
    return { ok: true, run: { ...run, state: 'cancelled', finishedAt: now, note: said } };
  });
}
