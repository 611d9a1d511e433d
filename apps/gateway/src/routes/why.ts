import type { Run } from '@hearth/queue';
import { isBefore, why as explain, type Candidate } from '@hearth/scheduler';
import type { Why } from '@hearth/wire';
import type { ClassName } from '@hearth/words';

import { maybeInstantText } from '../http/instant-text.ts';
import type { Route } from '../http/env.ts';
import { candidates, headOf } from '../runs/candidates.ts';
import { snapshot } from '../runs/snapshot.ts';
import type { RoutesContext } from './context.ts';
import { runOf } from './find.ts';

/** `GET /runs/:id/why`: every reason why it has not started, from the predicates that the claim uses. */
export function why({ runs }: RoutesContext): Route {
  return (context) => {
    const run = runOf(runs.queue, context.req.param('id'));
    const seen = snapshot(runs);
    const standing = seen.standings.get(run.job) ?? null;
    const ahead = standing === null ? [] : goFirst(run, standing.job.class, candidates(runs, seen));
    const told = explain(run, standing, ahead, seen.house);
    const answer: Why = {
      run_id: run.id,
      job: run.job,
      verdict: told.verdict,
      message: told.message,
      reasons: told.reasons.map(({ code, message, until, never, mend }) => ({
        code,
        message,
        until: maybeInstantText(until),
        never,
        mend,
      })),
    };
    return context.json(answer);
  };
}

/** The heads of other jobs of its class that would be chosen before the run, in that order. */
function goFirst(run: Run, className: ClassName, heads: readonly Candidate[]): Candidate[] {
  const mine = { ...headOf(run), class: className, waitingSince: run.runAt };
  return heads
    .filter((one) => one.class === className && one.job !== run.job && isBefore(one, mine))
    .toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
}
