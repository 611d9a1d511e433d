import type { Call } from '@hearth/queue';
import type { CallPage } from '@hearth/wire';
import { callId } from '@hearth/words';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { renderCall } from '../render/call.ts';
import type { RoutesContext } from './context.ts';
import { runIdOf } from './find.ts';
import { limitOf } from './limit.ts';

/** `GET /calls?run=&limit=&before=`: the record of model calls, the newest first; of one run, the oldest first. */
export function calls({ runs, door }: RoutesContext): Route {
  const render = (found: readonly Call[]): CallPage['calls'] => {
    const isWaiting = found.some(({ admittedAt, endedAt }) => (admittedAt ?? endedAt) === null);
    const foreseen = isWaiting ? door.foresee() : null;
    const now = runs.now();
    return found.map((call) => renderCall(call, now, foreseen?.get(call.id) ?? null));
  };
  return (context) => {
    door.flush();
    const { run, limit, before } = context.req.query();
    if (run !== undefined) {
      const all = runs.queue.callsOf(runIdOf(run));
      return context.json({ calls: render(all), next: null } satisfies CallPage);
    }
    if (before !== undefined && !/^\d{1,15}$/.test(before)) {
      throw new ApiError(
        'bad_request',
        `before is "${before}"; pass the "next" of the page before`,
      );
    }
    const page = runs.queue.calls({
      limit: limitOf(limit),
      ...(before === undefined ? {} : { before: callId(Number(before)) }),
    });
    return context.json({ calls: render(page.calls), next: page.next } satisfies CallPage);
  };
}
