import {
  instant,
  type AttemptId,
  type Bytes,
  type Ending,
  type Epoch,
  type Instant,
  type Outcome,
  type RunId,
  type RunState,
  type Seconds,
} from '@hearth/words';

import { findRun } from '../runs/find-run.ts';
import type { Run } from '../runs/run.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { mendOrNull, mendOutput } from '../texts.ts';
import type { Attempt, AttemptResult } from './attempt.ts';
import { attempt as findAttempt } from './find-attempt.ts';
import { settle, type Next } from './next.ts';
import { refusal, type Refused } from './refusal.ts';

const attemptEnd = statement('attemptEnd', (db, p: AttemptEnd) =>
  db
    .updateTable('attempt')
    .set({
      started_at: p.startedAt,
      ended_at: p.endedAt,
      duration_seconds: p.duration,
      outcome: p.outcome,
      code: p.code,
      signal: p.signal,
      evidence: p.evidence,
      output_bytes: p.outputBytes,
      result: p.result,
    })
    .where('run_id', '=', p.runId)
    .where('epoch', '=', p.epoch),
);

const runSettle = statement('runSettle', (db, p: RunEnd) =>
  db
    .updateTable('run')
    .set({
      state: p.state,
      run_at: p.runAt,
      started_at: p.startedAt,
      finished_at: p.finishedAt,
      failures: p.failures,
      interruptions: p.interruptions,
      first_failed_at: p.firstFailedAt,
      outcome: p.outcome,
      note: p.note,
    })
    .where('id', '=', p.id)
    .where('epoch', '=', p.epoch)
    .where('state', '=', 'running'),
);

const outputInsert = statement(
  'outputInsert',
  (db, p: { runId: RunId; epoch: Epoch; lastOutput: string }) =>
    db
      .insertInto('attempt_output')
      .values({ run_id: p.runId, epoch: p.epoch, last_output: p.lastOutput }),
);

interface AttemptEnd extends Ending {
  readonly runId: RunId;
  readonly epoch: Epoch;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant;
  readonly duration: Seconds | null;
  readonly outputBytes: Bytes | null;
  readonly result: AttemptResult | null;
}

interface RunEnd {
  readonly id: RunId;
  readonly epoch: Epoch;
  readonly state: RunState;
  readonly runAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly failures: number;
  readonly interruptions: number;
  readonly firstFailedAt: Instant | null;
  readonly outcome: Outcome | null;
  readonly note: string | null;
}

/** A word that an attempt is over, and how. */
export interface EndReport {
  readonly attemptId: AttemptId;
  readonly epoch: Epoch;
  readonly ending: Ending;
  /** By the runner's monotonic clock; null where it never started or its start is not known. */
  readonly duration: Seconds | null;
  readonly outputBytes: Bytes | null;
  /** The last of its output, where it is worth keeping. */
  readonly lastOutput: string | null;
  readonly now: Instant;
}

/**
 * Decides what becomes of the run. It is given the run as it was while the attempt ran and the attempt as it ended; it
 * must be quick and change nothing.
 */
export type Decide = (run: Run, attempt: Attempt) => Next;

/** The run and the attempt as they are now, `repeated` where the attempt had ended before and nothing was changed. */
export type AttemptEnded =
  | { readonly ok: true; readonly run: Run; readonly attempt: Attempt; readonly repeated: boolean }
  | Refused;

/**
 * Ends an attempt and moves its run on, both or neither, on disk when this returns. The first word about an end
 * stands: a second one, of the same epoch, is answered with what was written then.
 */
export function endAttempt(store: Store, report: EndReport, decide: Decide): AttemptEnded {
  return store.durably(() => {
    const attempt = findAttempt(store, report.attemptId);
    const run = attempt === null ? null : findRun(store, attempt.runId);
    if (attempt === null || run === null) return { ok: false, reason: 'unknown' };
    const refused = refusal(attempt, run, report.epoch);
    if (refused !== null) return refused;
    if (attempt.endedAt !== null) return { ok: true, run, attempt, repeated: true };
    const ended = endedAs(attempt, report);
    const next = decide(run, ended);
    const settled = settle(
      { ...run, startedAt: ended.startedAt ?? run.startedAt },
      ended,
      next,
      report.now,
    );
    write(store, settled, ended, resultOf(next, report.ending));
    if (report.lastOutput !== null) {
      const lastOutput = mendOutput(report.lastOutput);
      store.run(outputInsert, { runId: run.id, epoch: attempt.epoch, lastOutput });
    }
    return { ok: true, run: settled, attempt: ended, repeated: false };
  });
}

function endedAs(attempt: Attempt, report: EndReport): Attempt {
  const { duration, outputBytes, now, ending } = report;
  // A start whose report was lost is put where the duration says it was.
  const startedAt =
    attempt.startedAt ?? (duration === null ? null : instant(now - duration * 1000));
  return {
    ...attempt,
    startedAt,
    endedAt: now,
    duration,
    outputBytes,
    ending: { ...ending, evidence: mendOrNull(ending.evidence), signal: mendOrNull(ending.signal) },
  };
}

function resultOf(next: Next, ending: Ending): AttemptResult | null {
  if (next.state === 'succeeded') return next.noop === true ? 'noop' : 'completed';
  return ending.outcome === 'stopped_by_window' ? 'stopped' : null;
}

function write(store: Store, run: Run, attempt: Attempt, result: AttemptResult | null): void {
  const { ending, endedAt } = attempt;
  if (ending === null || endedAt === null) throw new Error(`Attempt ${attempt.id} has not ended.`);
  store.run(attemptEnd, { ...attempt, ...ending, endedAt, result });
  const { changes } = store.run(runSettle, run);
  if (changes !== 1) throw new Error(`Run ${run.id} has an open attempt and is not running.`);
}
