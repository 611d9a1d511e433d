import type { RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

/** The columns of an earlier attempt that have the same name in the row of its run. */
const SAME = [
  'epoch',
  'job',
  'runner',
  'boot_id',
  'claim_id',
  'claimed_at',
  'place',
  'stop',
  'ended_at',
  'duration_seconds',
  'outcome',
  'code',
  'signal',
  'evidence',
  'output_bytes',
] as const;

const attemptInsert = statement('attemptInsert', (db, p: { runId: RunId; isStop: 0 | 1 }) =>
  db
    .insertInto('attempt')
    .columns(['run_id', 'id', 'started_at', 'is_stop', ...SAME])
    .expression((eb) =>
      eb
        .selectFrom('run')
        .select(['run.id', 'attempt_id', 'attempt_started_at', eb.val(p.isStop).as('is_stop')])
        .select(SAME)
        .where('run.id', '=', p.runId)
        .where('attempt_id', 'is not', null),
    ),
);

const runClear = statement('runClear', (db, p: { runId: RunId }) =>
  db
    .updateTable('run')
    .set({
      attempt_id: null,
      attempt_started_at: null,
      place: null,
      stop: null,
      ended_at: null,
      duration_seconds: null,
      code: null,
      signal: null,
      evidence: null,
      output_bytes: null,
    })
    .where('id', '=', p.runId),
);

/**
 * Moves the newest attempt of a run, if it is still there and has ended, out of the run's row to where the earlier ones
 * are. `isStop` where it was cut short by a window. To be called inside a transaction, before the run is claimed again.
 */
export function setAside(store: Store, runId: RunId, isStop: boolean): void {
  store.run(attemptInsert, { runId, isStop: isStop ? 1 : 0 });
  store.run(runClear, { runId });
}
