import type { House, JobStanding, RunningRun } from '@hearth/scheduler';
import { remaining } from '@hearth/estimator';
import { between, seconds, type Instant, type JobName } from '@hearth/words';

import type { RunsContext } from './context.ts';

/** All that the scheduler decides from, at one instant. */
export interface Snapshot {
  readonly house: House;
  readonly standings: ReadonlyMap<JobName, JobStanding>;
}

/** Takes a picture of the house. Cheap enough to be taken at every look: a few indexed reads for each job. */
export function snapshot(context: RunsContext, now: Instant = context.now()): Snapshot {
  const { manifest, queue, probes, runners, budgets } = context;
  return {
    house: {
      now,
      timezone: manifest.timezone,
      classes: manifest.classes,
      windows: [...manifest.windows.values()],
      reservations: queue.reservations(now).map(({ class: className, opensAt, closesAt }) => ({
        class: className,
        span: { opens: opensAt, closes: closesAt },
      })),
      running: running(context, now),
      probes: probes.standings(),
      budgets: budgets(now),
      served: runners.served(now),
      refused: runners.refused(now),
    },
    standings: standings(context, now),
  };
}

function standings(context: RunsContext, now: Instant): Map<JobName, JobStanding> {
  const { manifest, queue, estimates } = context;
  const states = new Map(queue.jobStates().map((state) => [state.job, state]));
  const all = new Map<JobName, JobStanding>();
  for (const job of manifest.jobs.values()) {
    const state = states.get(job.name);
    const { promise, reason } = estimates.promised(job, state?.passedOver ?? 0, now);
    all.set(job.name, { job, promise, because: reason, pausedSince: state?.pausedAt ?? null });
  }
  return all;
}

function running(context: RunsContext, now: Instant): RunningRun[] {
  return context.queue.openAttempts().flatMap(({ run, attempt }) => {
    const job = context.manifest.jobs.get(run.job);
    // A job that was removed while it runs still holds its place, of a class that is no longer known.
    if (job === undefined) return [];
    const elapsed = seconds(Math.max(0, between(attempt.startedAt ?? now, now)));
    return [
      {
        run: run.id,
        job: run.job,
        class: job.class,
        priority: run.priority,
        remaining: remaining(context.estimates.of(job, now), elapsed),
      },
    ];
  });
}
