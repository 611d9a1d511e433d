import type { Instant, JobName } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';

const stateOfJobs = statement('stateOfJobs', (db) =>
  db
    .selectFrom('job_state')
    .select(['job', 'mark', 'paused_at as pausedAt', 'passed_over as passedOver'])
    .orderBy('job'),
);

/** What the queue remembers of a job beside its runs. No retention takes it away. */
export interface JobState {
  readonly job: JobName;
  /** Up to which instant its schedule has been dealt with; null where that has not begun. */
  readonly mark: Instant | null;
  /** Since when it is paused; null where it is not. */
  readonly pausedAt: Instant | null;
  /** How many windows in a row had no room for its promise. */
  readonly passedOver: number;
}

/** The state of every job of which something is remembered, by name. */
export function jobStates(store: Store): readonly JobState[] {
  return store.all(stateOfJobs, {});
}
