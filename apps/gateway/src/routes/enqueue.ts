import { enqueueRequestSchema } from '@hearth/wire';
import { instant, lower } from '@hearth/words';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { readBody } from '../http/read-body.ts';
import { renderRun } from '../render/run.ts';
import { shownState } from '../runs/shown.ts';
import type { RoutesContext } from './context.ts';
import { jobOf } from './find.ts';
import { parameterProblems, readTexts } from './parameters.ts';

/** `POST /runs`: makes a run of a declared job; 201 with it, or 200 with the one that the same key made before. */
export function enqueue({ runs }: RoutesContext): Route {
  return async (context) => {
    const request = await readBody(context, enqueueRequestSchema);
    const job = jobOf(runs, request.job);
    const parameters = readTexts(job, request.parameters ?? {});
    const problems = parameterProblems(job, parameters);
    if (problems.length > 0)
      throw new ApiError('bad_request', problems.join('; '), null, { problems });
    const { priority, label } = context.get('caller');
    const enqueued = runs.queue.enqueue({
      job: job.name,
      priority: lower(request.priority ?? job.priority, priority),
      parameters,
      key: request.key,
      now: runs.now(),
      ...(request.run_at === undefined ? {} : { runAt: instant(Date.parse(request.run_at)) }),
    });
    if (!enqueued.ok) {
      const { code, message, hint } = enqueued.problem;
      throw new ApiError(code === 'too-large' ? 'too_large' : 'bad_request', message, hint);
    }
    if (enqueued.fresh) {
      runs.log(`run ${enqueued.run.id} (${job.name}) was asked for by ${label}`);
      runs.look();
    }
    const run = runs.queue.run(enqueued.run.id) ?? { ...enqueued.run, attempts: [] };
    return context.json(
      renderRun(run, shownState(runs, run), run.attempts),
      enqueued.fresh ? 201 : 200,
    );
  };
}
