import type { JobList } from '@hearth/wire';

import type { Route } from '../http/env.ts';
import { renderJob } from '../render/job.ts';
import { snapshot } from '../runs/snapshot.ts';
import type { RoutesContext } from './context.ts';

/** `GET /jobs`: every declared job, with its promise, its next start and how it has fared. */
export function jobs({ runs }: RoutesContext): Route {
  return (context) => {
    const { house, standings } = snapshot(runs);
    const last = new Map(runs.queue.lastRuns(standings.keys()).map((one) => [one.job, one]));
    const answer: JobList = {
      jobs: [...standings.values()].map((standing) =>
        renderJob(runs, standing, last.get(standing.job.name), house.now),
      ),
      next: null,
    };
    return context.json(answer);
  };
}
