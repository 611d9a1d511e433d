import type { Instant, JobName, Outcome, RunId, Seconds } from '@hearth/words';

import type { AttemptResult } from '../attempts/attempt.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

const attemptsByResult = statement(
  'attemptsByResult',
  (db, p: { job: JobName; result: AttemptResult; limit: number }, raw) =>
    db
      .selectFrom('attempt')
      .select([
        'run_id as runId',
        'ended_at as endedAt',
        'duration_seconds as duration',
        'outcome',
        'code',
      ])
      .where('result', 'is not', null)
      .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
      .where('result', '=', raw<AttemptResult>`cast(${p.result} as text)`)
      .orderBy('ended_at', 'desc')
      .limit(p.limit),
);

const attemptsForget = statement('attemptsForget', (db, p: { runId: RunId }, raw) =>
  db
    .updateTable('attempt')
    // A forgotten success is still the job's last success; a forgotten stop is nothing.
    .set({ result: raw<AttemptResult | null>`case result when 'completed' then 'forgotten' end` })
    .where('run_id', '=', p.runId)
    .where('result', 'in', ['completed', 'stopped']),
);

/** One attempt that says how long the work of its job takes. */
export interface PastAttempt {
  readonly runId: RunId;
  readonly endedAt: Instant;
  readonly duration: Seconds;
  /** `completed` did the work in that time; `stopped` was cut short by a window after it. */
  readonly result: 'completed' | 'stopped';
  readonly outcome: Outcome;
  readonly code: number | null;
}

/**
 * The newest `limit` attempts that completed the work of a job and the newest `limit` that a window cut short, the
 * oldest first. No others are evidence: one that failed or found nothing to do does not push these out of the limit.
 */
export function history(store: Store, job: JobName, limit: number): readonly PastAttempt[] {
  const results = ['completed', 'stopped'] as const;
  const found = results.flatMap((result) => past(store, job, result, limit));
  return found.toSorted((a, b) => a.endedAt - b.endedAt || a.runId - b.runId);
}

function past(
  store: Store,
  job: JobName,
  result: PastAttempt['result'],
  limit: number,
): readonly PastAttempt[] {
  return store.all(attemptsByResult, { job, result, limit }).flatMap((row) => {
    const { runId, endedAt, duration, outcome, code } = row;
    // Where the start was never reported there is no duration, and so no evidence.
    if (endedAt === null || duration === null || outcome === null) return [];
    return [{ runId, endedAt, duration, result, outcome, code }];
  });
}

/** Drops the attempts of a run from the history of its job. Answers false where there were none in it. */
export function forget(store: Store, runId: RunId): boolean {
  return store.durably(() => store.run(attemptsForget, { runId }).changes > 0);
}
