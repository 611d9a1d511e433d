import { plan as foresee } from '@hearth/scheduler';
import type { Plan } from '@hearth/wire';
import { after, seconds } from '@hearth/words';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { instantText } from '../http/instant-text.ts';
import { snapshot } from '../runs/snapshot.ts';
import type { RoutesContext } from './context.ts';

/** So many hours are looked at when nobody says, and at most. */
const USUAL = 24;
const MOST = 24 * 8;

/** `GET /plan?hours=24`: what will start when, from schedules, promises, windows and classes. */
export function plan({ runs }: RoutesContext): Route {
  return (context) => {
    const text = context.req.query('hours') ?? String(USUAL);
    const hours = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (hours < 1 || hours > MOST) {
      throw new ApiError('bad_request', `hours is "${text}"; it goes from 1 to ${MOST}`);
    }
    const { house, standings } = snapshot(runs);
    const waiting = [...standings.keys()].flatMap((job) =>
      runs.queue
        .openRuns(job)
        .filter((run) => run.state !== 'running')
        .map((run) => ({ run: run.id, job, priority: run.priority, runAt: run.runAt })),
    );
    const until = after(house.now, seconds(hours * 3600));
    const { foreseen, clockChanges } = foresee(house, standings, waiting, until);
    const answer: Plan = {
      from: instantText(house.now),
      until: instantText(until),
      timezone: house.timezone,
      runs: foreseen.map(({ job, class: className, run, dueAt, fate }) => ({
        job,
        class: className,
        run_id: run,
        due_at: instantText(dueAt),
        fate: fate.kind === 'misses' && fate.never ? 'never' : fate.kind,
        starts_at: fate.kind === 'starts' ? instantText(fate.at) : null,
        ends_at: fate.kind === 'starts' ? instantText(fate.ends) : null,
        behind_window: fate.kind === 'starts' && fate.behindWindow,
      })),
      clock_changes: clockChanges.map(instantText),
    };
    return context.json(answer);
  };
}
