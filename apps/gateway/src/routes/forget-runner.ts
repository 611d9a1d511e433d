import { name, type RunnerName } from '@hearth/words';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { lose } from '../runs/reconcile.ts';
import type { RoutesContext } from './context.ts';

/** `POST /runners/:name/forget`: the operator's word that a runner will not come back. What it held is lost and runs again. */
export function forgetRunner({ runs }: RoutesContext): Route {
  return (context) => {
    const runner = name<RunnerName>(context.req.param('name') ?? '');
    const open = runs.queue.openAttempts(runner);
    const known = runs.runners.forget(runner);
    if (!known && open.length === 0) {
      throw new ApiError('not_found', `no runner "${runner}" has been heard of`);
    }
    for (const one of open)
      lose(runs, one, `the operator said that runner ${runner} will not come back`);
    runs.log(`runner ${runner} is forgotten; ${open.length} attempts of it are lost`);
    return context.body(null, 204);
  };
}
