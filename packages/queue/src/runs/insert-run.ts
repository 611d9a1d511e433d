import { rank, runId, type Instant, type JobName, type Priority, type RunId } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { lineOf } from './line.ts';
import { unclaimed } from './ready-run.ts';
import type { RunParameters, Run } from './run.ts';

/**
 * About so many bytes an attempt takes in the row of its run, its ids being UUIDs. Where it is more, a claim now and then
 * has to share out a page anew, which writes two more.
 */
const ROOM = 176;

const runInsert = statement('runInsert', (db, p: Row, raw) =>
  db
    .insertInto('run')
    .values({
      job: p.job,
      priority: p.rank,
      state: p.state,
      line: p.line,
      line_at: p.lineAt,
      created_at: p.now,
      run_at: p.runAt,
      due_at: p.dueAt,
      finished_at: p.finishedAt,
      retry_of: p.retryOf,
      note: p.note,
      run_key: p.key,
      room: raw<Uint8Array>`zeroblob(${raw.lit(ROOM)})`,
    })
    .onConflict((conflict) =>
      conflict.columns(['job', 'due_at']).where('due_at', 'is not', null).doNothing(),
    ),
);

const inputInsert = statement('inputInsert', (db, p: { runId: RunId; parameters: string }) =>
  db.insertInto('run_input').values({ run_id: p.runId, parameters: p.parameters }),
);

/** A run to be made. Where it is not skipped, its state follows from `runAt` and `now`. */
export interface NewRun {
  readonly job: JobName;
  readonly priority: Priority;
  readonly runAt: Instant;
  readonly dueAt: Instant | null;
  readonly retryOf: RunId | null;
  readonly skipped: boolean;
  readonly note: string | null;
  readonly key: string | null;
  readonly parameters: RunParameters;
  readonly now: Instant;
}

interface Row extends Pick<NewRun, 'job' | 'runAt' | 'dueAt' | 'retryOf' | 'note' | 'key' | 'now'> {
  readonly rank: number;
  readonly state: Run['state'];
  readonly line: number;
  readonly lineAt: Instant;
  readonly finishedAt: Instant | null;
}

/**
 * Puts a run into the queue. Answers null where the job already has a run of this due instant: each fires once.
 * To be called inside a transaction.
 */
export function insertRun(store: Store, made: NewRun): Run | null {
  const { job, priority, runAt, dueAt, retryOf, note, now } = made;
  const state = stateOf(made);
  const finishedAt = made.skipped ? now : null;
  const inserted = store.run(runInsert, {
    ...made,
    rank: rank(priority),
    state,
    line: lineOf(state, priority),
    lineAt: finishedAt ?? runAt,
    finishedAt,
  });
  if (inserted.changes === 0) return null;
  const id = runId(inserted.lastId);
  if (Object.keys(made.parameters).length > 0) {
    store.run(inputInsert, { runId: id, parameters: JSON.stringify(made.parameters) });
  }
  return unclaimed({
    id,
    job,
    priority,
    state,
    createdAt: now,
    runAt,
    dueAt,
    finishedAt,
    retryOf,
    note,
  });
}

function stateOf({ skipped, runAt, now }: NewRun): 'skipped' | 'scheduled' | 'ready' {
  if (skipped) return 'skipped';
  return runAt > now ? 'scheduled' : 'ready';
}
