import { claimRequestSchema, type ClaimAnswer, type ClaimRequest } from '@hearth/wire';
import { name, type RunnerName } from '@hearth/words';

import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { instantText } from '../http/instant-text.ts';
import { readBody } from '../http/read-body.ts';
import { assign, assignment } from '../runs/assign.ts';
import type { RunsContext } from '../runs/context.ts';
import { reconcile, stopOrders } from '../runs/reconcile.ts';
import type { RoutesContext } from './context.ts';

/** A claim is held open for so long, in milliseconds, while there is nothing to give. */
const HELD = 30_000;

const NOTHING: ClaimAnswer = { attempt: null, stop: [], errands: [] };

/**
 * `POST /runners/:name/claim`: a long poll. Answers as soon as there is an attempt for the runner, something for it to
 * stop or an errand, else after half a minute with none of them.
 */
export function claim({ runs, errands, closing }: RoutesContext): Route {
  return async (context) => {
    const runner = name<RunnerName>(context.req.param('name') ?? '');
    const request = await readBody(context, claimRequestSchema);
    refuseOther(runs, runner, request);
    if (runs.runners.isOvertaken(runner, request)) return context.json(NOTHING);
    if (runs.runners.heard(runner, request, runs.now()) === null) {
      runs.log(`runner ${runner} is here and serves ${Object.keys(request.free).join(', ')}`);
      runs.look();
    }
    reconcile(runs, runner, request);
    const signal = AbortSignal.any([closing, context.req.raw.signal]);
    const until = performance.now() + HELD;
    for (;;) {
      const answer: ClaimAnswer = {
        stop: stopOrders(runs, runner, request),
        // Whoever has hung up must not be given anything: it would not hear of it.
        attempt: signal.aborted ? null : (again() ?? assign(runs, runner, request)),
        errands: signal.aborted ? [] : errands.take(runner, request.claim_id),
      };
      if (isNews(answer)) return context.json(answer);
      const left = until - performance.now();
      if (left <= 0 || !(await runs.bell.next(left, signal))) break;
      if (runs.runners.isOvertaken(runner, request)) return context.json(NOTHING);
    }
    if (closing.aborted) throw new ApiError('unavailable', 'the gateway is ending');
    runs.runners.heard(runner, request, runs.now());
    return context.json(NOTHING);

    /** What this very claim got before its answer was lost. */
    function again(): ClaimAnswer['attempt'] {
      const before = runs.queue.claimed(runner, request.claim_id);
      return before === null ? null : assignment(runs, before);
    }
  };
}

/** Throws where another runner has that name. */
function refuseOther(runs: RunsContext, runner: RunnerName, request: ClaimRequest): void {
  const holds = runs.queue.openAttempts(runner).length > 0;
  const other = runs.runners.other(runner, request, { holds, now: runs.now() });
  if (other === null) return;
  throw new ApiError(
    'conflict',
    `another runner has the name ${runner}: it was last heard of at ${instantText(other.seenAt)}${holds ? ' and holds runs' : ''}`,
    `give this one a name of its own; should the other never come back, run "hearth runner forget ${runner}"`,
  );
}

function isNews({ attempt, stop, errands }: ClaimAnswer): boolean {
  return attempt !== null || stop.length > 0 || errands.length > 0;
}
