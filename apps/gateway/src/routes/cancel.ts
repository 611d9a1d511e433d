import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { renderRun } from '../render/run.ts';
import { shownState } from '../runs/shown.ts';
import type { RoutesContext } from './context.ts';
import { runOf } from './find.ts';

/** `POST /runs/:id/cancel`: takes a waiting run back, or asks for the end of a running one. */
export function cancel({ runs }: RoutesContext): Route {
  return (context) => {
    const { id, job, state } = runOf(runs.queue, context.req.param('id'));
    const { label } = context.get('caller');
    const asked = runs.queue.requestStop(id, 'stopped_by_person');
    if (!asked.ok) {
      const cancelled = runs.queue.cancel(id, `cancelled by ${label}`, runs.now());
      if (!cancelled.ok) {
        throw new ApiError('conflict', `run ${id} is over: it is ${state}`, null, { state });
      }
    }
    runs.log(`run ${id} (${job}) is ${asked.ok ? 'asked to stop' : 'cancelled'} by ${label}`);
    runs.look();
    const run = runOf(runs.queue, String(id));
    return context.json(renderRun(run, shownState(runs, run), run.attempts));
  };
}
