import { name, RUN_STATES, type JobName, type RunState, type ShownState } from '@hearth/words';
import type { RunPage } from '@hearth/wire';
import * as v from 'valibot';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { renderRun } from '../render/run.ts';
import { shownState } from '../runs/shown.ts';
import type { RoutesContext } from './context.ts';
import { runIdOf } from './find.ts';
import { limitOf } from './limit.ts';

const stateSchema = v.picklist([...RUN_STATES, 'parked']);

/** `GET /runs?state=&job=&limit=&before=`: the newest first. */
export function runs({ runs: house }: RoutesContext): Route {
  return (context) => {
    const { state: wanted, job, before, limit } = context.req.query();
    const state = wanted === undefined ? undefined : checkState(wanted);
    const page = house.queue.runs({
      limit: limitOf(limit),
      ...(state === undefined ? {} : { state: storedState(state) }),
      // A job that is no longer declared has its runs still, so that the name is not held against the manifest.
      ...(job === undefined ? {} : { job: name<JobName>(job) }),
      ...(before === undefined ? {} : { before: runIdOf(before) }),
    });
    const shown = page.runs
      .map((run) => ({ run, state: shownState(house, run) }))
      .filter((one) => state === undefined || one.state === state);
    const answer: RunPage = {
      runs: shown.map((one) =>
        renderRun(one.run, one.state, house.queue.run(one.run.id)?.attempts ?? []),
      ),
      next: page.next,
    };
    return context.json(answer);
  };
}

function checkState(text: string): ShownState {
  const checked = v.safeParse(stateSchema, text);
  if (checked.success) return checked.output;
  throw new ApiError(
    'bad_request',
    `"${text}" is no state: there are ${stateSchema.options.join(', ')}`,
  );
}

function storedState(state: ShownState): RunState {
  return state === 'parked' ? 'ready' : state;
}
