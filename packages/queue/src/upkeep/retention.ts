import {
  instant,
  type Bytes,
  type CallId,
  type Instant,
  type JobName,
  type RunId,
  type Seconds,
} from '@hearth/words';

import { counts } from '../runs/counts.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { sizes } from './sizes.ts';

/** So many runs, and so many calls, go at a time. */
const BATCH = 200;
/** The newest so many of each result of each job stay, however old: a promise rests on five. */
const STAY = 5;

/** How much is kept. What is over goes, the oldest first, as soon as it is beyond any of the three. */
export interface Keep {
  /** For so long after it was over. */
  readonly age: Seconds;
  /** At most so many runs that are over, and so many calls. */
  readonly count: number;
  /** At most so much, as the file would be without its free pages. */
  readonly bytes: Bytes;
  readonly now: Instant;
}

/** What one batch took away, and whether there is more to take. */
export interface Removed {
  readonly runs: number;
  readonly calls: number;
  readonly more: boolean;
}

const rowCounts = statement('rowCounts', (db) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('run')
      .select((e) => e.fn.countAll<number>().as('n'))
      .as('runs'),
    eb
      .selectFrom('call')
      .select((e) => e.fn.countAll<number>().as('n'))
      .as('calls'),
  ]),
);

const runsOldest = statement('runsOldest', (db, p: { after: RunId; limit: number }) =>
  db
    .selectFrom('run')
    .select(['id', 'created_at as createdAt', 'finished_at as finishedAt'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

const doneOfRun = statement('doneOfRun', (db, p: { runId: RunId }) =>
  db
    .selectFrom('run')
    .select(['job', 'line', 'line_at as endedAt'])
    .where('id', '=', p.runId)
    .where('state', '=', 'succeeded'),
);

const stopsOfRun = statement('stopsOfRun', (db, p: { runId: RunId }) =>
  db
    .selectFrom('attempt')
    .select(['job', 'ended_at as endedAt'])
    .where('run_id', '=', p.runId)
    .where('is_stop', '=', 1),
);

const doneSince = statement('doneSince', (db, p: Since & { line: number }, raw) =>
  db
    .selectFrom('run')
    .select('id')
    .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
    .where('line', '=', raw<number>`cast(${p.line} as integer)`)
    .where('line_at', '>', p.endedAt)
    .limit(p.limit),
);

const stopsSince = statement('stopsSince', (db, p: Since, raw) =>
  db
    .selectFrom('attempt')
    .select('run_id')
    .where('is_stop', '=', 1)
    .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
    .where('ended_at', '>', p.endedAt)
    .limit(p.limit),
);

const runDelete = statement('runDelete', (db, p: { id: RunId }) =>
  db.deleteFrom('run').where('id', '=', p.id).where('finished_at', 'is not', null),
);

const callsOldest = statement('callsOldest', (db, p: { limit: number }) =>
  db
    .selectFrom('call')
    .select(['id', 'ended_at as endedAt'])
    // The newest stays, whatever its age: the next id is one above it.
    .where('id', '<', (newest) =>
      newest.selectFrom('call').select(({ fn }) => fn.max('id').as('id')),
    )
    .orderBy('id')
    .limit(p.limit),
);

const callDelete = statement('callDelete', (db, p: { id: CallId }) =>
  db.deleteFrom('call').where('id', '=', p.id),
);

const chargesDelete = statement('chargesDelete', (db, p: { before: Instant }) =>
  db.deleteFrom('charge').where('period_at', '<', p.before),
);

const noticesDelete = statement('noticesDelete', (db, p: { before: Instant }) =>
  db.deleteFrom('notice').where('sent_at', '<', p.before),
);

const reservationsDelete = statement('reservationsDelete', (db, p: { before: Instant }) =>
  db.deleteFrom('reservation').where('closes_at', '<', p.before),
);

interface Since {
  readonly job: JobName;
  readonly endedAt: Instant;
  readonly limit: number;
}

/**
 * Takes away one batch of what is beyond the bounds: runs that are over with their attempts, calls that have ended, and
 * with them old charges, notices and reservations. Each batch is a transaction of a few milliseconds; call it again
 * while there is `more`, with other work between. Open runs stay, and of each job the runs that its promise rests on.
 */
export function retention(store: Store, keep: Keep): Removed {
  const cutoff = instant(keep.now - keep.age * 1000);
  const total = store.get(rowCounts, {});
  const { scheduled, ready, running } = counts(store);
  const over = (total?.runs ?? 0) - scheduled - ready - running;
  const beyond = sizes(store).used > keep.bytes ? BATCH : 0;
  return store.write(() => {
    const runs = removeRuns(store, cutoff, Math.max(beyond, over - keep.count));
    const calls = removeCalls(store, cutoff, Math.max(beyond, (total?.calls ?? 0) - keep.count));
    for (const old of [chargesDelete, noticesDelete, reservationsDelete]) {
      store.run(old, { before: cutoff });
    }
    return { runs, calls, more: runs === BATCH || calls === BATCH };
  });
}

/** Removes runs that ended before `cutoff`, and besides so many as are in excess, a batch at most. */
function removeRuns(store: Store, cutoff: Instant, excess: number): number {
  let removed = 0;
  let last = 0 as RunId;
  for (;;) {
    const oldest = store.all(runsOldest, { after: last, limit: BATCH });
    for (const { id, createdAt, finishedAt } of oldest) {
      const isWanted = removed >= excess;
      // Ids are in the order of creation, so everything from here on is too young as well.
      if (removed === BATCH || (isWanted && createdAt >= cutoff)) return removed;
      if (finishedAt === null || (isWanted && finishedAt >= cutoff)) continue;
      if (stays(store, id)) continue;
      store.run(runDelete, { id });
      removed += 1;
    }
    const newest = oldest.at(-1);
    if (newest === undefined) return removed;
    last = newest.id;
  }
}

/** True where an attempt of the run is among the newest of its result. */
function stays(store: Store, runId: RunId): boolean {
  const limit = STAY;
  const isAmong = (younger: readonly unknown[]) => younger.length < STAY;
  const done = store.get(doneOfRun, { runId });
  if (done !== undefined && isAmong(store.all(doneSince, { ...done, limit }))) return true;
  return store.all(stopsOfRun, { runId }).some((stop) => {
    return isAmong(store.all(stopsSince, { ...stop, limit }));
  });
}

function removeCalls(store: Store, cutoff: Instant, excess: number): number {
  let removed = 0;
  for (const { id, endedAt } of store.all(callsOldest, { limit: BATCH })) {
    if (endedAt === null) continue;
    if (removed >= excess && endedAt >= cutoff) break;
    store.run(callDelete, { id });
    removed += 1;
  }
  return removed;
}
