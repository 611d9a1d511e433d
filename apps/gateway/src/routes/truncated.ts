import type { CutCalls } from '@hearth/queue';
import type { TruncatedCalls, TruncatedList } from '@hearth/wire';
import { after, seconds, tokens, type Instant, type Seconds } from '@hearth/words';

import { callTime } from '../calls/time.ts';
import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/env.ts';
import { instantText } from '../http/instant-text.ts';
import type { RunsContext } from '../runs/context.ts';
import type { RoutesContext } from './context.ts';

const DAY = 86_400;
/** So far back is looked when nobody says, and at most. */
const USUAL = seconds(7 * DAY);
const MOST = seconds(366 * DAY);

/** `GET /calls/truncated?since_seconds=604800`: who gets cut, and by whose cap. */
export function truncated({ runs, door }: RoutesContext): Route {
  return (context) => {
    door.flush();
    const now = runs.now();
    const since = after(now, seconds(0 - sinceOf(context.req.query('since_seconds'))));
    const answer: TruncatedList = {
      since_at: instantText(since),
      truncated: runs.queue.cutCalls(since).map((cut): TruncatedCalls => ({
        consumer: callerOf(cut),
        model: cut.model,
        end: cut.end,
        cap_reason: cut.capReason,
        cap_least: cut.leastCap,
        cap_most: cut.mostCap,
        calls: cut.calls,
        cap_by_hearth: capByHearth(runs, door, cut, now),
        last_at: instantText(cut.lastAt),
      })),
      next: null,
    };
    return context.json(answer);
  };
}

function sinceOf(text: string | undefined): Seconds {
  if (text === undefined) return USUAL;
  const since = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (since >= 1 && since <= MOST) return seconds(since);
  throw new ApiError('bad_request', `since_seconds is "${text}"; it goes from 1 to ${MOST}`);
}

function callerOf({ job, consumer, subCaller }: CutCalls): string {
  const who = job === null ? (consumer ?? '') : `job ${job}`;
  return subCaller === null ? who : `${who}/${subCaller}`;
}

/**
 * What a call of this caller that sets no cap would get, by the time that it has when nobody says otherwise, the rates of
 * its model and the room beside such prompts. Null where the cap was hearth's anyway, the calls were of more than one
 * priority, or no machine has the model now.
 */
function capByHearth(
  { manifest }: RunsContext,
  door: RoutesContext['door'],
  { priority, promptTokens, capReason, consumer, model, tokensPerSecond }: CutCalls,
  now: Instant,
): number | null {
  if (capReason !== 'caller' || priority === null || model === null) return null;
  const holder = consumer === null ? undefined : manifest.consumers.get(consumer);
  const { answer: time } = callTime({
    arrivedAt: now,
    stream: false,
    priority,
    consumer: { timeout: holder?.timeout ?? null, maxWait: null },
    timeout: null,
    maxWait: null,
    clientTimeout: null,
  });
  return door.capWithout({ model, promptTokens: promptTokens ?? tokens(0), time, tokensPerSecond });
}
