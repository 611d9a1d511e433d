import type { Route } from '../http/env.ts';
import { renderRun } from '../render/run.ts';
import { shownState } from '../runs/shown.ts';
import type { RoutesContext } from './context.ts';
import { jobOf } from './find.ts';

/** `POST /runs/retry-dead?job=`: a new run for every dead one that has none yet, of one job or of all. */
export function retryDead({ runs }: RoutesContext): Route {
  return (context) => {
    const job = context.req.query('job');
    const named = job === undefined ? null : jobOf(runs, job).name;
    const made = runs.queue.retryAllDead(named, runs.now());
    for (const run of made) runs.log(`run ${run.id} (${run.job}) repeats run ${run.retryOf}`);
    runs.look();
    return context.json({
      runs: made.map((run) => renderRun(run, shownState(runs, run), [])),
      next: null,
    });
  };
}
