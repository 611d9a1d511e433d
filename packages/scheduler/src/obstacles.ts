import { after, type Priority } from '@hearth/words';

import type { House, JobStanding, RunningRun } from './house.ts';
import type { Obstacle } from './obstacle.ts';
import { firstFit, reservedSpans } from './reserved.ts';

/**
 * Everything that keeps a run of this job, at this priority, from starting at `house.now`: all of it, not only the
 * first. None means that the job is admissible.
 */
export function obstacles(standing: JobStanding, priority: Priority, house: House): Obstacle[] {
  return [
    ...paused(standing),
    ...unserved(standing, house),
    ...needs(standing, house),
    ...windows(standing, priority, house),
    ...budget(standing, house),
    ...sameJob(standing, house),
    ...fullClass(standing, house),
  ];
}

function paused({ pausedSince }: JobStanding): Obstacle[] {
  return pausedSince === null ? [] : [{ kind: 'paused', since: pausedSince }];
}

function unserved({ job }: JobStanding, house: House): Obstacle[] {
  if (house.served.has(job.class)) return [];
  const because = house.refused.get(job.class) ?? null;
  return [{ kind: 'no_runner', class: job.class, because }];
}

function needs({ job }: JobStanding, house: House): Obstacle[] {
  return job.needs.flatMap((probe): Obstacle[] => {
    const standing = house.probes.get(probe);
    if (standing === undefined || standing.state === 'unknown') {
      return [{ kind: 'need_unknown', probe }];
    }
    if (standing.state === 'up') return [];
    return [{ kind: 'need_down', probe, since: standing.since, detail: standing.detail }];
  });
}

/** Each reserving span that is open; where none is, the first one that the promise would run into. */
function windows(standing: JobStanding, priority: Priority, house: House): Obstacle[] {
  const { job, promise, because } = standing;
  const reserved = reservedSpans(house, job.class, priority);
  const fitsAt = firstFit(reserved, house.now, promise);
  const open = reserved.filter((span) => span.opens <= house.now);
  if (open.length > 0) {
    return open.map(({ window, closes }) => ({
      kind: 'window_open',
      window,
      class: job.class,
      closes,
      fitsAt,
      promise,
      because,
    }));
  }
  const ahead = reserved.find((span) => after(house.now, promise) > span.opens);
  if (ahead === undefined) return [];
  const { window, opens } = ahead;
  return [{ kind: 'window_ahead', window, class: job.class, opens, fitsAt, promise, because }];
}

function budget({ job }: JobStanding, house: House): Obstacle[] {
  if (job.budget === null) return [];
  const standing = house.budgets.get(job.budget);
  if (standing === undefined || standing.left > 0) return [];
  const { allowance, resets } = standing;
  return [{ kind: 'budget_spent', budget: job.budget, allowance, resets }];
}

function sameJob({ job }: JobStanding, house: House): Obstacle[] {
  const holder = house.running.find((run) => run.job === job.name);
  return holder === undefined ? [] : [{ kind: 'job_running', holder }];
}

function fullClass({ job }: JobStanding, house: House): Obstacle[] {
  const concurrency = house.classes.get(job.class)?.concurrency ?? 0;
  const holders = house.running
    .filter((run) => run.class === job.class)
    .toSorted((a: RunningRun, b: RunningRun) => a.remaining - b.remaining);
  if (holders.length < concurrency) return [];
  return [{ kind: 'class_full', class: job.class, concurrency, holders }];
}
