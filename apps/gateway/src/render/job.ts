import { jitter, nextInstant } from '@hearth/calendar';
import type { Job, JobSchedule } from '@hearth/manifest';
import { formatDuration } from '@hearth/estimator';
import type { LastRun } from '@hearth/queue';
import type { JobStanding } from '@hearth/scheduler';
import type { JobStatus } from '@hearth/wire';
import { after, seconds, type Instant } from '@hearth/words';

import { maybeInstantText } from '../http/instant-text.ts';
import type { RunsContext } from '../runs/context.ts';
import { shownState } from '../runs/shown.ts';

/** A job as it goes on the wire. */
export function renderJob(
  context: RunsContext,
  { job, promise, because, pausedSince }: JobStanding,
  last: LastRun | undefined,
  now: Instant,
): JobStatus {
  const run = last?.run ?? null;
  return {
    name: job.name,
    class: job.class,
    priority: job.priority,
    schedule: job.schedule === null ? null : scheduleText(job.schedule),
    next_at: maybeInstantText(nextStart(job, now)),
    paused: pausedSince !== null,
    needs: job.needs,
    promise_seconds: promise,
    promise_because: because,
    last_run:
      run === null
        ? null
        : {
            id: run.id,
            state: shownState(context, run),
            finished_at: maybeInstantText(run.finishedAt),
          },
    last_success_at: maybeInstantText(last?.succeededAt ?? null),
    dead: last?.dead ?? 0,
  };
}

/** When the schedule of a job is due next, with its jitter; null where it has none or never comes again. */
function nextStart({ name, schedule }: Job, now: Instant): Instant | null {
  if (schedule === null) return null;
  const delay = jitter(name, schedule.jitter);
  const next = nextInstant(schedule.when, after(now, seconds(-1 * delay)));
  return next === null ? null : after(next, delay);
}

function scheduleText({ when }: JobSchedule): string {
  return when.kind === 'every'
    ? `every ${formatDuration(when.every)}`
    : `${when.expression} (${when.timeZone})`;
}
