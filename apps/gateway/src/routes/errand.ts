import { errandReportSchema } from '@hearth/wire';
import { name, type RunnerName } from '@hearth/words';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { readBody } from '../http/read-body.ts';
import type { RoutesContext } from './context.ts';

/** `POST /runners/:name/errands/:id`: how a short command ended that the runner carried out for the gateway. */
export function errand({ errands }: RoutesContext): Route {
  return async (context) => {
    const report = await readBody(context, errandReportSchema);
    const runner = name<RunnerName>(context.req.param('name') ?? '');
    if (!errands.report(runner, context.req.param('id') ?? '', report)) {
      throw new ApiError('not_found', 'nobody waits for this errand any more');
    }
    return context.body(null, 204);
  };
}
