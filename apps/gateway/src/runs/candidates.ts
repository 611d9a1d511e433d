import { obstacles, shutsOut, type Candidate, type Head } from '@hearth/scheduler';
import type { Run } from '@hearth/queue';

import type { RunsContext } from './context.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The first ready run of each job that nothing stands in the way of. It also notes which of the others are shut out,
 * so that such time earns them no turn, and which probes they wait for, so that those are looked at.
 */
export function candidates(context: RunsContext, { house, standings }: Snapshot): Candidate[] {
  const { queue, line } = context;
  const found: Candidate[] = [];
  const inLine = new Set<Head['job']>();
  for (const run of queue.heads(standings.keys())) {
    const standing = standings.get(run.job);
    if (standing === undefined) continue;
    const head = headOf(run);
    const inTheWay = obstacles(standing, run.priority, house);
    inLine.add(run.job);
    line.note(head, inTheWay.some(shutsOut), house.now);
    if (inTheWay.length > 0) continue;
    found.push({ ...head, class: standing.job.class, waitingSince: line.waitingSince(head) });
  }
  line.keep(inLine);
  return found;
}

/** A run as the head of its job's line. */
export function headOf(run: Run): Head {
  return { run: run.id, job: run.job, priority: run.priority, readyAt: run.runAt };
}
