import { runId, type AttemptId, type RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { ATTEMPT, toAttempt, type Attempt } from './attempt.ts';

const attemptById = statement('attemptById', (db, p: { runId: RunId; id: AttemptId }) =>
  db
    .selectFrom('attempt')
    .select(ATTEMPT)
    .where('attempt.run_id', '=', p.runId)
    .where('attempt.id', '=', p.id),
);

/** The attempt of this id, or null where there is none (any more). */
export function attempt(store: Store, id: AttemptId): Attempt | null {
  // The id begins with its run's, so that attempts need no index of their ids, which would cost a page with each claim.
  const digits = /^([1-9]\d{0,15})-/.exec(id)?.[1];
  if (digits === undefined) return null;
  const row = store.get(attemptById, { runId: runId(Number(digits)), id });
  return row === undefined ? null : toAttempt(row);
}
