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

import { lineOf } from '../runs/line.ts';
import type { Run } from '../runs/run.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { mendOrNull, mendOutput } from '../texts.ts';
import type { Attempt } from './attempt.ts';
import { findAttempt } from './find-attempt.ts';
import { settle, type Next } from './next.ts';
import { refusal, type Refused } from './refusal.ts';
import { setAside } from './set-aside.ts';

/** What every end writes. */
function common(p: RunEnd) {
  return {
    line: p.line,
    line_at: p.lineAt,
    started_at: p.startedAt,
    finished_at: p.finishedAt,
    attempt_started_at: p.attemptStartedAt,
    ended_at: p.endedAt,
    duration_seconds: p.duration,
    code: p.code,
    output_bytes: p.outputBytes,
  };
}

const runEnd = statement('runEnd', (db, p: RunEnd) =>
  db
    .updateTable('run')
    .set({
      ...common(p),
      state: p.state,
      run_at: p.runAt,
      failures: p.failures,
      interruptions: p.interruptions,
      first_failed_at: p.firstFailedAt,
      outcome: p.outcome,
      note: p.note,
      signal: p.signal,
      evidence: p.evidence,
    })
    .where('id', '=', p.id)
    .where('epoch', '=', p.epoch)
    .where('state', '=', 'running'),
);

/** The end of most attempts, with as few parameters as it takes: each costs 0.1 µs. See {@link isPlain}. */
const runSucceed = statement('runSucceed', (db, p: RunEnd) =>
  db
    .updateTable('run')
    .set({ ...common(p), state: 'succeeded', outcome: 'exited', note: null })
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

interface RunEnd {
  readonly id: RunId;
  readonly epoch: Epoch;
  readonly state: RunState;
  readonly line: number;
  readonly lineAt: Instant;
  readonly runAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly failures: number;
  readonly interruptions: number;
  readonly firstFailedAt: Instant | null;
  readonly outcome: Outcome | null;
  readonly note: string | null;
  readonly attemptStartedAt: Instant | null;
  readonly endedAt: Instant;
  readonly duration: Seconds | null;
  readonly code: number | null;
  readonly signal: string | null;
  readonly evidence: string | null;
  readonly outputBytes: Bytes | null;
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
  const found = findAttempt(store, report.attemptId);
  if (found === null) return { ok: false, reason: 'unknown' };
  const { run, attempt } = found;
  const refused = refusal(attempt, run, report.epoch);
  if (refused !== null) return refused;
  if (attempt.endedAt !== null) return { ok: true, run, attempt, repeated: true };
  const ended = endedAs(attempt, report);
  const next = decide(run, ended);
  const settled = settle(run, ended, next, report.now);
  const isNoop = next.state === 'succeeded' && next.noop === true;
  const row = rowOf(settled, ended, report, isNoop);
  // A success says more about the time that the work takes than where a window cut it short.
  const isStop = next.state !== 'succeeded' && report.ending.outcome === 'stopped_by_window';
  if (report.lastOutput === null && !isStop) write(store, row);
  else store.durably(() => writeMore(store, row, report.lastOutput, isStop));
  store.running.drop(run.id);
  return { ok: true, run: settled, attempt: ended, repeated: false };
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

function rowOf(run: Run, attempt: Attempt, report: EndReport, isNoop: boolean): RunEnd {
  return {
    id: run.id,
    epoch: run.epoch,
    state: run.state,
    line: lineOf(run.state, run.priority, isNoop),
    lineAt: run.finishedAt ?? run.runAt,
    runAt: run.runAt,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    failures: run.failures,
    interruptions: run.interruptions,
    firstFailedAt: run.firstFailedAt,
    outcome: run.outcome,
    note: run.note,
    attemptStartedAt: attempt.startedAt,
    endedAt: report.now,
    duration: report.duration,
    code: report.ending.code,
    signal: attempt.ending?.signal ?? null,
    evidence: attempt.ending?.evidence ?? null,
    outputBytes: report.outputBytes,
  };
}

function write(store: Store, row: RunEnd): void {
  const { changes } = store.runDurably(isPlain(row) ? runSucceed : runEnd, row);
  if (changes !== 1) throw new Error(`Run ${row.id} has an open attempt and is not running.`);
}

/** True where it did its work, and there is no more to say of its end than its exit code. */
function isPlain({ state, outcome, signal, evidence }: RunEnd): boolean {
  return state === 'succeeded' && outcome === 'exited' && signal === null && evidence === null;
}

function writeMore(store: Store, row: RunEnd, output: string | null, isStop: boolean): void {
  write(store, row);
  const { id, epoch } = row;
  if (isStop) setAside(store, id, true);
  if (output !== null) {
    store.run(outputInsert, { runId: id, epoch, lastOutput: mendOutput(output) });
  }
}
