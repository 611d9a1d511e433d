import type { RunsContext } from './context.ts';

/** Cancels the waiting runs of jobs that are declared no longer. Running ones end by themselves. */
export function cancelRemoved({ queue, manifest, now, log }: RunsContext): void {
  for (const job of queue.jobsWithOpenRuns()) {
    if (manifest.jobs.has(job)) continue;
    for (const run of queue.openRuns(job)) {
      const cancelled = queue.cancel(run.id, 'its job was removed from the manifest', now());
      if (cancelled.ok) log(`run ${run.id} (${job}) is cancelled: its job was removed`);
    }
  }
}
