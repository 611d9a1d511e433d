import type { JobName, RunState } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { RUN, toRun, type Run } from './run.ts';

const runsOpenOfJob = statement('runsOpenOfJob', (db, p: { job: JobName; state: RunState }, raw) =>
  db
    .selectFrom('run')
    .select(RUN)
    .where('finished_at', 'is', null)
    .where('state', '=', raw<RunState>`cast(${p.state} as text)`)
    .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
    .orderBy('priority')
    .orderBy('run_at')
    .orderBy('id'),
);

const jobsOpen = statement('jobsOpen', (db) =>
  db
    .selectFrom('run')
    .select(['state', 'job'])
    .where('finished_at', 'is', null)
    .groupBy(['state', 'job']),
);

/** The runs of a job that are not over: running ones, then ready ones, then scheduled ones, each in the order of their line. */
export function openRuns(store: Store, job: JobName): readonly Run[] {
  const states = ['running', 'ready', 'scheduled'] as const;
  return states.flatMap((state) =>
    store.all(runsOpenOfJob, { job, state }).map((row) => toRun(row)),
  );
}

/** Every job that has a run which is not over, declared or not, by name. */
export function jobsWithOpenRuns(store: Store): readonly JobName[] {
  return [...new Set(store.all(jobsOpen, {}).map((row) => row.job))].toSorted();
}
