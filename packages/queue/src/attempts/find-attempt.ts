import { runId as runIdOf, type AttemptId, type RunId } from '@hearth/words';

import { findRun } from '../runs/find-run.ts';
import { RUN, toRun, type Run, type RunRow } from '../runs/run.ts';
import { statement, type Statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { EARLIER, NEWEST, toEarlier, toNewest, type Attempt, type NewestRow } from './attempt.ts';

/** A run with its newest attempt. */
export const runWithNewest: Statement<{ id: RunId }, RunRow & NewestRow> = statement(
  'runWithNewest',
  (db, p: { id: RunId }) =>
    db
      .selectFrom('run')
      .select([...RUN, ...NEWEST])
      .where('run.id', '=', p.id),
);

const attemptEarlier = statement('attemptEarlier', (db, p: { runId: RunId; id: AttemptId }) =>
  db
    .selectFrom('attempt')
    .select(EARLIER)
    .where('attempt.run_id', '=', p.runId)
    .where('attempt.id', '=', p.id),
);

/** An attempt and its run, as they are now. */
export interface FoundAttempt {
  readonly run: Run;
  readonly attempt: Attempt;
}

/** The attempt of this id, or null where there is none (any more). */
export function attempt(store: Store, id: AttemptId): Attempt | null {
  return findAttempt(store, id)?.attempt ?? null;
}

/** The attempt of this id with its run, or null where there is none (any more). */
export function findAttempt(store: Store, id: AttemptId): FoundAttempt | null {
  const runId = runOf(id);
  if (runId === null) return null;
  const open = store.running.find(runId);
  if (open !== undefined && open.attempt.id === id) return open;
  return newest(store, runId, id) ?? earlier(store, runId, id);
}

/** The id begins with its run's, so that attempts need no index of their ids, which would cost a page with each claim. */
function runOf(id: AttemptId): RunId | null {
  const digits = /^([1-9]\d{0,15})-/.exec(id)?.[1];
  return digits === undefined ? null : runIdOf(Number(digits));
}

function newest(store: Store, runId: RunId, id: AttemptId): FoundAttempt | null {
  const row = store.get(runWithNewest, { id: runId });
  if (row === undefined || row.attemptId !== id) return null;
  const run = toRun(row);
  const found = toNewest(run, row);
  return found === null ? null : { run, attempt: found };
}

function earlier(store: Store, runId: RunId, id: AttemptId): FoundAttempt | null {
  const row = store.get(attemptEarlier, { runId, id });
  const run = row === undefined ? null : findRun(store, runId);
  return row === undefined || run === null ? null : { run, attempt: toEarlier(row) };
}
