import { startedReportSchema } from '@hearth/wire';
import { epoch, name, type AttemptId } from '@hearth/words';

import type { Route } from '../http/env.ts';
import { readBody } from '../http/read-body.ts';
import type { RoutesContext } from './context.ts';
import { refuseReport } from './refuse-report.ts';

/** `POST /runners/:name/attempts/:id/started`: the process of the attempt is there. */
export function started({ runs }: RoutesContext): Route {
  return async (context) => {
    const report = await readBody(context, startedReportSchema);
    const noted = runs.queue.started({
      attemptId: name<AttemptId>(context.req.param('id') ?? ''),
      epoch: epoch(report.epoch),
      place: report.place,
      at: runs.now(),
    });
    if (!noted.ok) throw refuseReport(noted.reason);
    runs.log(`run ${noted.attempt.runId} (${noted.attempt.job}) has started`);
    return context.body(null, 204);
  };
}
