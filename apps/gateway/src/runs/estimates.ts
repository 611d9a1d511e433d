import { longestGap, type Window } from '@hearth/calendar';
import {
  estimate,
  explain,
  promiseFor,
  REMEMBERED_RUNS,
  type Estimate,
  type Promised,
} from '@hearth/estimator';
import type { Job, Manifest } from '@hearth/manifest';
import type { Queue } from '@hearth/queue';
import { seconds, type ClassName, type Instant, type JobName, type Seconds } from '@hearth/words';

/** How far the longest gap between windows is looked for: two weeks see every weekday twice. */
const GAP_DAYS = 14;

/** The promise of each job, remembered until its history changes. */
export interface Estimates {
  /** What is known of how long the next run of the job takes. */
  of(job: Job, now: Instant): Estimate;
  /** The promise that the scheduler plans by, which steps down when windows were passed over for it. */
  promised(job: Job, passedOver: number, now: Instant): Promised & { readonly reason: string };
  /** The history of this job has changed. */
  changed(job: JobName): void;
}

/** Makes promises from the queue's history. */
export function createEstimates(manifest: Manifest, queue: Queue): Estimates {
  const known = new Map<JobName, Estimate>();
  const gaps = new Map<string, Seconds | null>();

  function of(job: Job, now: Instant): Estimate {
    const before = known.get(job.name);
    if (before !== undefined) return before;
    const made = estimate(
      queue.history(job.name, REMEMBERED_RUNS),
      {
        rule: job.estimate.rule,
        expect: job.estimate.expect,
        timeout: job.timeout,
        ceiling: seconds(job.timeout + job.grace),
        longestGap: gapOf(job, now),
      },
      now,
    );
    known.set(job.name, made);
    return made;
  }

  function gapOf(job: Job, now: Instant): Seconds | null {
    const key = `${job.class} ${job.priority}`;
    const before = gaps.get(key);
    if (before !== undefined) return before;
    const windows = reserving(manifest, job.class, job);
    const gap = windows.length === 0 ? null : longestGap(windows, now, GAP_DAYS);
    gaps.set(key, gap);
    return gap;
  }

  return {
    of,
    promised(job, passedOver, now) {
      const promised = promiseFor(of(job, now), passedOver);
      return { ...promised, reason: explain(promised) };
    },
    changed(job) {
      known.delete(job);
    },
  };
}

function reserving(manifest: Manifest, className: ClassName, job: Job): Window[] {
  return [...manifest.windows.values()]
    .filter(
      (window) => window.reserves.includes(className) && !window.admits.includes(job.priority),
    )
    .map((window) => ({ ...window, timeZone: manifest.timezone }));
}
