import { jitter, nextInstant } from '@hearth/calendar';
import { reservedSpans } from '@hearth/scheduler';
import { after, type Instant, type Seconds, seconds } from '@hearth/words';

import type { RunsContext } from './context.ts';
import type { Snapshot } from './snapshot.ts';

/** The scheduler looks at the house at least so often: clocks are set, and machines sleep and wake. */
const AT_LEAST_EVERY: Seconds = seconds(30);

/** The next instant at which the clock alone changes something: a schedule, a backoff, a window or a budget's period. */
export function nextMoment(context: RunsContext, { house }: Snapshot): Instant {
  const { manifest, queue } = context;
  let soonest = after(house.now, AT_LEAST_EVERY);
  const offer = (at: Instant | null): void => {
    if (at !== null && at > house.now && at < soonest) soonest = at;
  };
  offer(queue.nextDue());
  for (const job of manifest.jobs.values()) {
    if (job.schedule === null) continue;
    const delay = jitter(job.name, job.schedule.jitter);
    const next = nextInstant(job.schedule.when, after(house.now, seconds(-1 * delay)));
    offer(next === null ? null : after(next, delay));
  }
  for (const className of manifest.classes.keys()) {
    for (const span of reservedSpans(house, className, 'best-effort')) {
      offer(span.opens);
      offer(span.closes);
    }
  }
  for (const budget of house.budgets.values()) offer(budget.resets);
  return soonest;
}
