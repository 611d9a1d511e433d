import { runId, type JobName, type RunId, type RunState } from '@hearth/words';

import { jobsWithRuns } from '../jobs/jobs-with-runs.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { LINE } from './line.ts';
import { RUN, toRun, type Run, type RunRow } from './run.ts';

interface Page {
  readonly before: RunId;
  readonly limit: number;
}

const runsNewest = statement('runsNewest', (db, p: Page) =>
  db.selectFrom('run').select(RUN).where('id', '<', p.before).orderBy('id', 'desc').limit(p.limit),
);

const runsOfJob = statement('runsOfJob', (db, p: Page & { job: JobName }) =>
  db
    .selectFrom('run')
    .select(RUN)
    .where('job', '=', p.job)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

const runsOfJobIn = statement('runsOfJobIn', (db, p: Page & { job: JobName; state: RunState }) =>
  db
    .selectFrom('run')
    .select(RUN)
    .where('job', '=', p.job)
    .where('id', '<', p.before)
    .where('state', '=', p.state)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** Sorts what waits of one job. */
const runsWaitingIn = statement(
  'runsWaitingIn',
  (db, p: Page & { job: JobName; state: RunState }, raw) =>
    db
      .selectFrom('run')
      .select(RUN)
      .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
      .where('line', '>=', LINE.ready)
      .where('state', '=', p.state)
      .where(raw<RunId>`+id`, '<', p.before)
      .orderBy('id', 'desc')
      .limit(p.limit),
);

const runsNotDoneIn = statement('runsNotDoneIn', (db, p: Page & { line: number }) =>
  db
    .selectFrom('run')
    .select(RUN)
    .where('line', '<', LINE.forgotten)
    .where('line', '=', p.line)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** Walks back from the newest run: most of them have succeeded. */
const runsSucceeded = statement('runsSucceeded', (db, p: Page) =>
  db
    .selectFrom('run')
    .select(RUN)
    .where('state', '=', 'succeeded')
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** Which runs to list. */
export interface RunsRequest {
  readonly state?: RunState | undefined;
  readonly job?: JobName | undefined;
  /** At most so many. */
  readonly limit: number;
  /** Only older ones than this: the `next` of the page before. */
  readonly before?: RunId | undefined;
}

/** Some runs, the newest first, and where the next page begins; null on the last one. */
export interface RunsPage {
  readonly runs: readonly Run[];
  readonly next: RunId | null;
}

/** Lists runs of a state, of a job, of both or of any kind, the newest first. */
export function runs(store: Store, request: RunsRequest): RunsPage {
  const { limit } = request;
  const found = select(store, request, {
    before: request.before ?? runId(Number.MAX_SAFE_INTEGER),
    // One more than wanted tells whether there is another page.
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  return { runs: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

function select(store: Store, { job, state }: RunsRequest, page: Page): readonly Run[] {
  if (state === 'running') return running(store, job, page);
  return rows(store, { job, state }, page).map((row) => toRun(row));
}

function running(store: Store, job: JobName | undefined, { before, limit }: Page): readonly Run[] {
  const found = Array.from(store.running.all(), ({ run }) => run).filter(
    (run) => run.id < before && (job === undefined || run.job === job),
  );
  return found.toSorted((a, b) => b.id - a.id).slice(0, limit);
}

function rows(
  store: Store,
  { job, state }: { job: JobName | undefined; state: Exclude<RunState, 'running'> | undefined },
  page: Page,
): readonly RunRow[] {
  if (job !== undefined && state !== undefined)
    return store.all(runsOfJobIn, { ...page, job, state });
  if (job !== undefined) return store.all(runsOfJob, { ...page, job });
  switch (state) {
    case undefined:
      return store.all(runsNewest, page);
    case 'succeeded':
      return store.all(runsSucceeded, page);
    case 'dead':
    case 'cancelled':
    case 'skipped':
      return store.all(runsNotDoneIn, { ...page, line: LINE[state] });
    case 'scheduled':
    case 'ready':
      return waiting(store, state, page);
  }
}

function waiting(store: Store, state: 'scheduled' | 'ready', page: Page): readonly RunRow[] {
  const found = jobsWithRuns(store).flatMap((job) =>
    store.all(runsWaitingIn, { ...page, job, state }),
  );
  return found.toSorted((a, b) => b.id - a.id).slice(0, page.limit);
}
