import type { Instant } from '@hearth/words';
import { minutesOf } from './parse-time-of-day.ts';
import { dayOf, daysAfter, isoDate, wallOn, type Day } from './wall.ts';
import { WEEKDAYS, type Span, type Window } from './window.ts';
import { firstInstant, reached } from './zone.ts';

/**
 * All spans of `window` that overlap the time from `from` to `until`, whole, also where they reach beyond it, in
 * order. The spans of one window never overlap each other, but may touch. Throws a RangeError for a zone or a time
 * of day that is none.
 */
export function spans(window: Window, from: Instant, until: Instant): Span[] {
  const found: Span[] = [];
  const last = dayOf(reached(window.timeZone, until));
  // A span ends at the latest on the day after the one that it belongs to.
  let day = daysAfter(dayOf(reached(window.timeZone, from)), -1);
  for (; day <= last; day = daysAfter(day, 1)) {
    const span = spanOn(window, day);
    if (span !== null && span.closes > from && span.opens < until) found.push(span);
  }
  return found;
}

/** The span that belongs to `day`, or null if the window does not open on it. */
export function spanOn(window: Window, day: Day): Span | null {
  // 1970-01-01, the day 0, was a Thursday, which is three days after the start of its week.
  const weekday = WEEKDAYS[(((day + 3) % 7) + 7) % 7];
  if (weekday === undefined || !window.days.includes(weekday)) return null;
  if (window.except !== undefined && window.except.includes(isoDate(day))) return null;
  const from = minutesOf(window.from);
  const to = minutesOf(window.to);
  const opens = firstInstant(window.timeZone, wallOn(day, from));
  const closes = firstInstant(window.timeZone, wallOn(daysAfter(day, to > from ? 0 : 1), to));
  return opens < closes ? { opens, closes } : null;
}
