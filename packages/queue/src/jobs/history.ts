import type { Instant, JobName, Outcome, RunId, Seconds } from '@hearth/words';

import { LINE } from '../runs/line.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

const runsCompleted = statement('runsCompleted', (db, p: Newest, raw) =>
  db
    .selectFrom('run')
    .select([
      'id as runId',
      'ended_at as endedAt',
      'duration_seconds as duration',
      'outcome',
      'code',
    ])
    .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
    .where('line', '=', LINE.completed)
    .orderBy('line_at', 'desc')
    .limit(p.limit),
);

const attemptsStopped = statement('attemptsStopped', (db, p: Newest, raw) =>
  db
    .selectFrom('attempt')
    .select([
      'run_id as runId',
      'ended_at as endedAt',
      'duration_seconds as duration',
      'outcome',
      'code',
    ])
    .where('is_stop', '=', 1)
    .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
    .orderBy('ended_at', 'desc')
    .limit(p.limit),
);

// A forgotten success is still the job's last success; a forgotten stop is nothing.
const runForget = statement('runForget', (db, p: { runId: RunId }) =>
  db
    .updateTable('run')
    .set({ line: LINE.forgotten })
    .where('id', '=', p.runId)
    .where('line', '=', LINE.completed),
);

const attemptsForget = statement('attemptsForget', (db, p: { runId: RunId }) =>
  db
    .updateTable('attempt')
    .set({ is_stop: 0 })
    .where('run_id', '=', p.runId)
    .where('is_stop', '=', 1),
);

interface Newest {
  readonly job: JobName;
  readonly limit: number;
}

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
  const found = [
    ...past(store.all(runsCompleted, { job, limit }), 'completed'),
    ...past(store.all(attemptsStopped, { job, limit }), 'stopped'),
  ];
  return found.toSorted((a, b) => a.endedAt - b.endedAt || a.runId - b.runId);
}

function past(rows: readonly PastRow[], result: PastAttempt['result']): readonly PastAttempt[] {
  return rows.flatMap((row) => {
    const { runId, endedAt, duration, outcome, code } = row;
    // Where the start was never reported there is no duration, and so no evidence.
    if (endedAt === null || duration === null || outcome === null) return [];
    return [{ runId, endedAt, duration, result, outcome, code }];
  });
}

/** Drops the attempts of a run from the history of its job. Answers false where there were none in it. */
export function forget(store: Store, runId: RunId): boolean {
  return store.durably(() => {
    const dropped = [runForget, attemptsForget].map((each) => store.run(each, { runId }).changes);
    return dropped.some((changes) => changes > 0);
  });
}

interface PastRow {
  readonly runId: RunId;
  readonly endedAt: Instant | null;
  readonly duration: Seconds | null;
  readonly outcome: Outcome | null;
  readonly code: number | null;
}
