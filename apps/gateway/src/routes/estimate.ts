import { explainWarning, REMEMBERED_RUNS } from '@hearth/estimator';
import type { JobEstimate } from '@hearth/wire';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { instantText } from '../http/instant-text.ts';
import { snapshot } from '../runs/snapshot.ts';
import type { RoutesContext } from './context.ts';
import { jobOf } from './find.ts';

/** `GET /jobs/:name/estimate`: the promise, by what rule, from which run, and the history that it was made from. */
export function estimate({ runs }: RoutesContext): Route {
  return (context) => {
    const job = jobOf(runs, context.req.param('name'));
    const { house, standings } = snapshot(runs);
    const standing = standings.get(job.name);
    if (standing === undefined) throw new ApiError('not_found', `there is no job "${job.name}"`);
    const made = runs.estimates.of(job, house.now);
    const answer: JobEstimate = {
      job: job.name,
      rule: made.rule,
      promise_seconds: standing.promise,
      because: standing.because,
      typical_seconds: made.typical,
      completed: made.completed,
      warning: made.warning === null ? null : explainWarning(made.warning),
      history: runs.queue.history(job.name, REMEMBERED_RUNS).map((past) => ({
        run_id: past.runId,
        ended_at: instantText(past.endedAt),
        duration_seconds: past.duration,
        result: past.result,
      })),
    };
    return context.json(answer);
  };
}
