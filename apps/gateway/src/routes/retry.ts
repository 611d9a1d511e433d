import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { renderRun } from '../render/run.ts';
import { shownState } from '../runs/shown.ts';
import type { RoutesContext } from './context.ts';
import { jobOf, runOf } from './find.ts';

/** `POST /runs/:id/retry`: a new run that repeats one which is over. */
export function retry({ runs }: RoutesContext): Route {
  return (context) => {
    const { id, job, state } = runOf(runs.queue, context.req.param('id'));
    jobOf(runs, job);
    const retried = runs.queue.retry(id, runs.now());
    if (!retried.ok) {
      throw new ApiError(
        'conflict',
        `run ${id} is not over: it is ${state}`,
        'hearth cancel stops it; then it can be repeated',
      );
    }
    runs.log(`run ${retried.run.id} (${job}) repeats run ${id}`);
    runs.look();
    const run = runOf(runs.queue, String(retried.run.id));
    return context.json(renderRun(run, shownState(runs, run), run.attempts), 201);
  };
}
