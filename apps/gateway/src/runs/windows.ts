import { mustStop, obstacles, reservedSpans } from '@hearth/scheduler';
import type { Instant } from '@hearth/words';

import type { RunsContext } from './context.ts';
import type { Snapshot } from './snapshot.ts';

/** Asks for the end of every running run that an open window sends away. */
export function stopForWindows(context: RunsContext, { house }: Snapshot): void {
  for (const { run, job } of mustStop(house, context.manifest.jobs)) {
    const asked = context.queue.requestStop(run, 'stopped_by_window');
    if (asked.ok) context.log(`run ${run} (${job}) must stop: a window has opened`);
  }
}

/**
 * Counts, for each job with a run in line, the windows that opened since the last look while its promise had not
 * fitted before them: after two the promise steps down.
 */
export function countPassedOver(
  context: RunsContext,
  { house, standings }: Snapshot,
  lastLook: Instant,
): void {
  const before = new Map(context.queue.jobStates().map((state) => [state.job, state.passedOver]));
  for (const run of context.queue.heads(standings.keys())) {
    const standing = standings.get(run.job);
    if (standing === undefined || run.runAt > lastLook) continue;
    const opened = reservedSpans(house, standing.job.class, run.priority).some(
      (span) => span.opens > lastLook && span.opens <= house.now,
    );
    const then = { ...house, now: lastLook };
    const wasHeld = obstacles(standing, run.priority, then).some(
      (obstacle) => obstacle.kind === 'window_ahead',
    );
    if (opened && wasHeld) context.queue.setPassedOver(run.job, (before.get(run.job) ?? 0) + 1);
  }
}
