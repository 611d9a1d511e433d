import type { RunId, RunnerName } from '@hearth/words';

import { RUN, toRun, type Run } from '../runs/run.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { ATTEMPT, toAttempt, type Attempt } from './attempt.ts';

const runsRunning = statement('runsRunning', (db) =>
  db.selectFrom('run').select(RUN).where('finished_at', 'is', null).where('state', '=', 'running'),
);

const attemptNewest = statement('attemptNewest', (db, p: { runId: RunId }) =>
  db
    .selectFrom('attempt')
    .select(ATTEMPT)
    .where('attempt.run_id', '=', p.runId)
    .orderBy('attempt.epoch', 'desc')
    .limit(1),
);

/** A running run and the one attempt of it that is open. */
export interface OpenAttempt {
  readonly run: Run;
  readonly attempt: Attempt;
}

/** Every attempt that has been given away and whose end is not known, of one runner or of all, by job. */
export function openAttempts(store: Store, runner?: RunnerName): readonly OpenAttempt[] {
  const open: OpenAttempt[] = [];
  for (const row of store.all(runsRunning, {})) {
    const attempt = openAttempt(store, row.id);
    if (runner === undefined || attempt.runner === runner) open.push({ run: toRun(row), attempt });
  }
  return open;
}

/** The open attempt of a run that is running. */
export function openAttempt(store: Store, runId: RunId): Attempt {
  const row = store.get(attemptNewest, { runId });
  if (row === undefined) throw new Error(`Run ${runId} is running and has no attempt.`);
  return toAttempt(row);
}
