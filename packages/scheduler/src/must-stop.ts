import type { Job } from '@hearth/manifest';

import type { House, RunningRun } from './house.ts';
import { reservedSpans } from './reserved.ts';

/**
 * The running runs that an open window sends away: those of a class that it reserves, of a priority that it does not
 * admit, whose job says `on_window: stop`.
 */
export function mustStop(house: House, jobs: ReadonlyMap<string, Job>): readonly RunningRun[] {
  return house.running.filter((run) => {
    if (jobs.get(run.job)?.onWindow === 'finish') return false;
    return reservedSpans(house, run.class, run.priority).some((span) => span.opens <= house.now);
  });
}
