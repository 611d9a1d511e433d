import type { JobName } from '@hearth/words';

import type { Reader } from '../sql/reader.ts';
import { statement } from '../sql/statement.ts';

const jobAfter = statement('jobAfter', (db, p: { job: JobName }, raw) =>
  db
    .selectFrom('run')
    .select('job')
    .where('job', '>', raw<JobName>`cast(${p.job} as text)`)
    .orderBy('job')
    .limit(1),
);

/** Every job that has a run, open or over, by name: one look by index for each. */
export function jobsWithRuns(file: Reader): readonly JobName[] {
  const jobs: JobName[] = [];
  let last = '' as JobName;
  for (;;) {
    const next = file.get(jobAfter, { job: last });
    if (next === undefined) return jobs;
    jobs.push(next.job);
    last = next.job;
  }
}
