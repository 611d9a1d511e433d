import { forgetRequestSchema } from '@hearth/wire';
import { runId } from '@hearth/words';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { readBody } from '../http/read-body.ts';
import type { RoutesContext } from './context.ts';
import { estimate } from './estimate.ts';
import { jobOf } from './find.ts';

/** `POST /jobs/:name/estimate/forget`: the run is no evidence of how long the job takes. Answers the estimate as it then is. */
export function forget(routes: RoutesContext): Route {
  const answer = estimate(routes);
  return async (context, next) => {
    const { runs } = routes;
    const { name } = jobOf(runs, context.req.param('name'));
    const { run_id } = await readBody(context, forgetRequestSchema);
    const run = runs.queue.run(runId(run_id));
    if (run?.job !== name || !runs.queue.forget(run.id)) {
      throw new ApiError(
        'not_found',
        `run ${run_id} is not in the history of ${name}`,
        'hearth estimate JOB shows which ones are',
      );
    }
    runs.estimates.changed(name);
    runs.log(`run ${run_id} no longer counts for the promise of ${name}`);
    runs.look();
    return answer(context, next);
  };
}
