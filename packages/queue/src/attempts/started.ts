import type { AttemptId, Epoch, Instant, RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { mend } from '../texts.ts';
import type { Attempt } from './attempt.ts';
import { findAttempt } from './find-attempt.ts';
import { refusal, type Refused } from './refusal.ts';

interface Start {
  readonly runId: RunId;
  readonly epoch: Epoch;
  readonly place: string;
  readonly at: Instant;
}

const attemptStart = statement('attemptStart', (db, p: Start) =>
  db
    .updateTable('run')
    .set({ attempt_started_at: p.at, started_at: p.at, place: p.place })
    .where('id', '=', p.runId)
    .where('epoch', '=', p.epoch),
);

/** A runner's word that the process of an attempt is there. */
export interface StartReport {
  readonly attemptId: AttemptId;
  readonly epoch: Epoch;
  /** Where it runs: the scope's unit name, or the process group in plain mode. */
  readonly place: string;
  readonly at: Instant;
}

/** The attempt, or why the word is refused. */
export type Started = { readonly ok: true; readonly attempt: Attempt } | Refused<'ended'>;

/** Notes that an attempt has started. Said twice, the first time stands. */
export function started(store: Store, report: StartReport): Started {
  return store.write(() => {
    const found = findAttempt(store, report.attemptId);
    if (found === null) return { ok: false, reason: 'unknown' };
    const { run, attempt } = found;
    const refused = refusal(attempt, run, report.epoch);
    if (refused !== null) return refused;
    if (attempt.endedAt !== null) return { ok: false, reason: 'ended' };
    if (attempt.startedAt !== null) return { ok: true, attempt };
    const { at } = report;
    const place = mend(report.place);
    store.run(attemptStart, { runId: run.id, epoch: run.epoch, place, at });
    const going = { ...attempt, startedAt: at, place };
    store.running.keep({ run: { ...run, startedAt: at }, attempt: going });
    return { ok: true, attempt: going };
  });
}
