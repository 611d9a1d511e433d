import type { Epoch, RunId } from '@hearth/words';

import { findRun } from '../runs/find-run.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import type { Attempt, StopReason } from './attempt.ts';

const attemptStop = statement(
  'attemptStop',
  (db, p: { runId: RunId; epoch: Epoch; reason: StopReason }) =>
    db
      .updateTable('run')
      .set({ stop: p.reason })
      .where('id', '=', p.runId)
      .where('epoch', '=', p.epoch),
);

/** The attempt that its runner is to stop, or why there is none. */
export type StopRequested =
  | { readonly ok: true; readonly attempt: Attempt }
  | { readonly ok: false; readonly reason: 'unknown' | 'not_running' };

/**
 * Asks for the end of a running run. The wish is on disk when this returns and belongs to the attempt: the next one
 * knows nothing of it. A person's wish is stronger than a window's.
 */
export function requestStop(store: Store, id: RunId, reason: StopReason): StopRequested {
  const open = store.running.find(id);
  if (open === undefined) {
    return { ok: false, reason: findRun(store, id) === null ? 'unknown' : 'not_running' };
  }
  const { run, attempt } = open;
  if (attempt.stop === reason || attempt.stop === 'stopped_by_person') return { ok: true, attempt };
  store.runDurably(attemptStop, { runId: id, epoch: attempt.epoch, reason });
  const asked = { ...attempt, stop: reason };
  store.running.keep({ run, attempt: asked });
  return { ok: true, attempt: asked };
}
