import type { Instant } from '@hearth/words';
import { spanOn } from './spans.ts';
import { dayOf, daysAfter } from './wall.ts';
import type { Span, Window } from './window.ts';
import { reached } from './zone.ts';

/**
 * The first span of `window` that opens strictly after `now`, whether or not one is open at `now`; null for a window
 * that has no days. Throws as `spans` does.
 */
export function nextSpan(window: Window, now: Instant): Span | null {
  const today = dayOf(reached(window.timeZone, now));
  // Every week has a day of the window. An exception takes away one of them at most; one may have opened already,
  // and one may lie in the gap when clocks change.
  const weeks = (window.except?.length ?? 0) + 3;
  for (let count = 0; count < weeks * 7; count++) {
    const span = spanOn(window, daysAfter(today, count));
    if (span !== null && span.opens > now) return span;
  }
  return null;
}
