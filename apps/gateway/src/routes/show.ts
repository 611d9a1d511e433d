import type { Route } from '../http/env.ts';
import { renderRun } from '../render/run.ts';
import { shownState } from '../runs/shown.ts';
import type { RoutesContext } from './context.ts';
import { runOf } from './find.ts';

/** `GET /runs/:id`: one run with its attempts. */
export function show({ runs }: RoutesContext): Route {
  return (context) => {
    const run = runOf(runs.queue, context.req.param('id'));
    return context.json(renderRun(run, shownState(runs, run), run.attempts));
  };
}
