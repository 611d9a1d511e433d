import {
  jobEstimateSchema,
  jobListSchema,
  jobStatusSchema,
  type ForgetRequest,
  type JobEstimate,
  type JobList,
  type JobStatus,
} from '@hearth/wire';

import type { CallOptions, Connection } from './send.ts';

/** The declared jobs. */
export interface JobsClient {
  /** Every declared job, with what is known of it. */
  list(options?: CallOptions): Promise<JobList>;
  /** One declared job. */
  show(job: string, options?: CallOptions): Promise<JobStatus>;
  /** What the house promises for the next run of a job, and why. */
  estimate(job: string, options?: CallOptions): Promise<JobEstimate>;
  /** Drops a run from the history of a job, so that no promise rests on it; answers the estimate as it then is. */
  forget(job: string, run: number, options?: CallOptions): Promise<JobEstimate>;
  /** Starts no run of the job until it is resumed; answers the job as it then is. */
  pause(job: string, options?: CallOptions): Promise<JobStatus>;
  /** Ends a pause; answers the job as it then is. */
  resume(job: string, options?: CallOptions): Promise<JobStatus>;
}

/** The routes of jobs. */
export function jobsClient({ ask }: Connection): JobsClient {
  return {
    list: (options) => ask({ method: 'get', path: ['jobs'], ...options }, jobListSchema),
    show: (job, options) =>
      ask({ method: 'get', path: ['jobs', job], ...options }, jobStatusSchema),
    estimate: (job, options) =>
      ask({ method: 'get', path: ['jobs', job, 'estimate'], ...options }, jobEstimateSchema),
    forget: (job, run, options) =>
      ask(
        {
          method: 'post',
          path: ['jobs', job, 'estimate', 'forget'],
          body: { run_id: run } satisfies ForgetRequest,
          ...options,
        },
        jobEstimateSchema,
      ),
    pause: (job, options) =>
      ask({ method: 'post', path: ['jobs', job, 'pause'], ...options }, jobStatusSchema),
    resume: (job, options) =>
      ask({ method: 'post', path: ['jobs', job, 'resume'], ...options }, jobStatusSchema),
  };
}
