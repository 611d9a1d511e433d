import type { AttemptId, Epoch, Instant, RunId } from '@hearth/words';

import { findRun } from '../runs/find-run.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { mend } from '../texts.ts';
import type { Attempt } from './attempt.ts';
import { attempt } from './find-attempt.ts';
import { refusal, type Refused } from './refusal.ts';

interface Start {
  readonly runId: RunId;
  readonly epoch: Epoch;
  readonly place: string;
  readonly at: Instant;
}

const attemptStart = statement('attemptStart', (db, p: Start) =>
  db
    .updateTable('attempt')
    .set({ started_at: p.at, place: p.place })
    .where('run_id', '=', p.runId)
    .where('epoch', '=', p.epoch),
);

const runStart = statement('runStart', (db, p: { runId: RunId; at: Instant }) =>
  db.updateTable('run').set({ started_at: p.at }).where('id', '=', p.runId),
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
    const known = attempt(store, report.attemptId);
    const run = known === null ? null : findRun(store, known.runId);
    if (known === null || run === null) return { ok: false, reason: 'unknown' };
    const refused = refusal(known, run, report.epoch);
    if (refused !== null) return refused;
    if (known.endedAt !== null) return { ok: false, reason: 'ended' };
    if (known.startedAt !== null) return { ok: true, attempt: known };
    const { runId, epoch } = known;
    const place = mend(report.place);
    store.run(attemptStart, { runId, epoch, place, at: report.at });
    store.run(runStart, { runId, at: report.at });
    return { ok: true, attempt: { ...known, startedAt: report.at, place } };
  });
}
