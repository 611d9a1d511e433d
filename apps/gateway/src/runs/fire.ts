import type { Job, JobSchedule } from '@hearth/manifest';
import type { Run } from '@hearth/queue';
import { due, type DueInstant } from '@hearth/scheduler';
import type { Instant } from '@hearth/words';

import type { RunsContext } from './context.ts';

/** Makes the runs of every schedule whose instants have come since its mark. True where a run was made. */
export function fire(context: RunsContext, now: Instant): boolean {
  const marks = new Map(context.queue.jobStates().map((state) => [state.job, state.mark]));
  let fired = false;
  for (const job of context.manifest.jobs.values()) {
    if (job.schedule === null) continue;
    const mark = marks.get(job.name) ?? null;
    if (mark === null) {
      // A job that is new is due from now on; what came before it was declared was not missed.
      context.queue.moveMark(job.name, now);
    } else {
      fired = fireJob(context, job, job.schedule, mark, now) || fired;
    }
  }
  return fired;
}

function fireJob(
  context: RunsContext,
  job: Job,
  schedule: JobSchedule,
  mark: Instant,
  now: Instant,
): boolean {
  const { instants, mark: next } = due(job, schedule, mark, now);
  if (instants.length === 0) return false;
  const runs = context.queue.fireSchedule({
    job: job.name,
    priority: job.priority,
    instants: overlap(context, job, instants, now),
    mark: next,
    now,
  });
  for (const run of runs) context.log(sentence(run));
  return runs.length > 0;
}

/** What becomes of due instants while another run of the job is open, as the job declares it. */
function overlap(
  context: RunsContext,
  job: Job,
  instants: readonly DueInstant[],
  now: Instant,
): DueInstant[] {
  const open = context.queue.openRuns(job.name);
  if (job.overlap === 'queue') return [...instants];
  if (job.overlap === 'skip') {
    let busy = open[0] === undefined ? null : `run ${open[0].id} is still ${open[0].state}`;
    return instants.map((instant) => {
      if (!instant.fire) return instant;
      if (busy !== null) return { ...instant, fire: false, note: busy };
      busy = 'an earlier one came due at the same time';
      return instant;
    });
  }
  const newest = instants.findLastIndex((instant) => instant.fire);
  if (newest !== -1) for (const run of open) replace(context, run, now);
  return instants.map((instant, index) =>
    instant.fire && index !== newest
      ? { ...instant, fire: false, note: 'a later one replaced it' }
      : instant,
  );
}

function replace({ queue }: RunsContext, run: Run, now: Instant): void {
  if (run.state === 'running') queue.requestStop(run.id, 'stopped_by_person');
  else queue.cancel(run.id, 'a later run of the job replaced it', now);
}

function sentence(run: Run): string {
  const who = `run ${run.id} (${run.job})`;
  return run.state === 'skipped' ? `${who} is skipped: ${run.note ?? ''}` : `${who} is due`;
}
