import { instant, type Instant } from '@hearth/words';
import { dayOf, daysAfter, HOUR, wallOn } from './wall.ts';
import type { Span } from './window.ts';
import { firstInstant, reached, stretchAt } from './zone.ts';

/**
 * The calendar hour or day of `timeZone` that holds `now`; following ones touch without a hole or an overlap.
 *
 * A day runs from midnight to midnight as a cron line at `0 0` would see it, so it lasts 23 or 25 hours when clocks
 * change. An hour starts with the full hour of the zone's clock; an hour that is shown twice is two hours, and one
 * that a change of clocks cuts ends or starts there, so none is longer than 60 minutes. Throws a RangeError for a
 * zone that is none.
 */
export function period(per: 'hour' | 'day', timeZone: string, now: Instant): Span {
  if (per === 'day') {
    const day = dayOf(reached(timeZone, now));
    return {
      opens: firstInstant(timeZone, wallOn(day)),
      closes: firstInstant(timeZone, wallOn(daysAfter(day, 1))),
    };
  }
  const { from, until, offset } = stretchAt(timeZone, now);
  const start = Math.floor((now + offset) / HOUR) * HOUR - offset;
  return {
    opens: instant(Math.max(start, from)),
    closes: instant(Math.min(start + HOUR, until)),
  };
}
