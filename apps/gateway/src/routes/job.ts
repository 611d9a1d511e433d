import type { JobStatus } from '@hearth/wire';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { renderJob } from '../render/job.ts';
import { snapshot } from '../runs/snapshot.ts';
import type { RoutesContext } from './context.ts';
import { jobOf } from './find.ts';

/** `GET /jobs/:name`: one declared job. */
export function job(routes: RoutesContext): Route {
  return (context) => context.json(jobStatus(routes, context.req.param('name')));
}

/** What is known of the job of this name. Throws an {@link ApiError} where there is none. */
export function jobStatus({ runs }: RoutesContext, text: string | undefined): JobStatus {
  const { name } = jobOf(runs, text);
  const { house, standings } = snapshot(runs);
  const standing = standings.get(name);
  if (standing === undefined) throw new ApiError('not_found', `there is no job "${name}"`);
  return renderJob(runs, standing, runs.queue.lastRuns([name])[0], house.now);
}
