import type { JobRecord } from '@hearth/scheduler';
import { between, runId, seconds, type Instant, type JobName } from '@hearth/words';

import type { RunsContext } from '../runs/context.ts';
import type { Snapshot } from '../runs/snapshot.ts';

/** How many runs back skipped instants are counted. */
const LOOK_BACK = 10;

/** What is known of each job, as far as it may need a person. A job that never succeeded counts from `startedAt`. */
export function jobRecords(
  { queue }: RunsContext,
  { house, standings }: Snapshot,
  startedAt: Instant,
): JobRecord[] {
  const last = new Map(queue.lastRuns(standings.keys()).map((one) => [one.job, one]));
  const heads = new Map(queue.heads(standings.keys()).map((run) => [run.job, run]));
  const open = new Map(queue.openAttempts().map((one) => [one.run.job, one]));
  return [...standings.values()].map((standing) => {
    const { name, needs } = standing.job;
    const head = heads.get(name);
    const down = needs
      .map((probe) => ({ probe, standing: house.probes.get(probe) }))
      .find((one) => one.standing?.state === 'down');
    const since = down?.standing?.since ?? null;
    const attempt = open.get(name)?.attempt;
    return {
      standing,
      goodSince: last.get(name)?.succeededAt ?? startedAt,
      parked:
        head === undefined || down === undefined || since === null
          ? null
          : { run: head.id, probe: down.probe, since },
      skippedInARow: skippedInARow(queue, name),
      running:
        attempt === undefined || attempt.startedAt === null
          ? null
          : {
              run: runId(attempt.runId),
              elapsed: seconds(between(attempt.startedAt, house.now)),
            },
    };
  });
}

/** Runs are made in the order of their instants, so that the newest ones come first here. */
function skippedInARow(queue: RunsContext['queue'], job: JobName): number {
  const scheduled = queue.runs({ job, limit: LOOK_BACK }).runs.filter((run) => run.dueAt !== null);
  const kept = scheduled.findIndex((run) => run.state !== 'skipped');
  return kept === -1 ? scheduled.length : kept;
}
