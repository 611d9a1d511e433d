import type { JobName } from '@hearth/words';

import { jobsWithRuns } from '../jobs/jobs-with-runs.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { LINE } from './line.ts';
import { RUN, toRun, type Run } from './run.ts';

/** Also those that are running, which stand among the ready ones. */
const runsOpenOfJob = statement('runsOpenOfJob', (db, p: { job: JobName }, raw) =>
  db
    .selectFrom('run')
    .select(RUN)
    .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
    .where('line', '>=', LINE.ready)
    .orderBy('line')
    .orderBy('line_at')
    .orderBy('id'),
);

const openOfJob = statement('openOfJob', (db, p: { job: JobName }, raw) =>
  db
    .selectFrom('run')
    .select('line')
    .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
    .where('line', '>=', LINE.ready)
    .limit(1),
);

/** The runs of a job that are not over: running ones, then ready ones, then scheduled ones, each in the order of their line. */
export function openRuns(store: Store, job: JobName): readonly Run[] {
  const open = store.all(runsOpenOfJob, { job }).map((row) => toRun(row));
  const running = open.filter(({ state }) => state === 'running');
  return [...running, ...open.filter(({ state }) => state !== 'running')];
}

/** Every job that has a run which is not over, declared or not, by name. */
export function jobsWithOpenRuns(store: Store): readonly JobName[] {
  return jobsWithRuns(store).filter((job) => store.get(openOfJob, { job }) !== undefined);
}
