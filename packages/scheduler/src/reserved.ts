import { spans, type Span } from '@hearth/calendar';
import {
  after,
  type ClassName,
  type Instant,
  type Priority,
  type Seconds,
  seconds,
} from '@hearth/words';

import type { House } from './house.ts';

/** How far ahead a start is looked for. A promise that fits no gap in so many days can never start. */
export const HORIZON: Seconds = seconds(8 * 86_400);

/** A span that reserves a class, and what it is called. */
export interface ReservedSpan extends Span {
  readonly window: string;
}

/** What a one-off reservation lets through: the work that a person waits for. */
const ADMITTED_BY_RESERVATION: readonly Priority[] = ['interactive', 'user'];

/**
 * The spans of the next days that keep runs of this class and priority from starting, those that are open now among
 * them, sorted by their opening. A window that admits the priority is not one of them.
 */
export function reservedSpans(
  house: House,
  className: ClassName,
  priority: Priority,
): readonly ReservedSpan[] {
  // Twice as far, so that the last gap in which a start is looked for has its true end.
  const until = after(house.now, seconds(2 * HORIZON));
  const found: ReservedSpan[] = [];
  for (const window of house.windows) {
    if (!window.reserves.includes(className) || window.admits.includes(priority)) continue;
    const calendarWindow = { ...window, timeZone: house.timezone };
    for (const span of spans(calendarWindow, house.now, until)) {
      found.push({ ...span, window: window.name });
    }
  }
  if (!ADMITTED_BY_RESERVATION.includes(priority)) {
    for (const { class: reserved, span } of house.reservations) {
      if (reserved === className && span.closes > house.now) {
        found.push({ ...span, window: 'reservation' });
      }
    }
  }
  return found.toSorted((a, b) => a.opens - b.opens);
}

/** The first start within the horizon from which `promise` is over before the next reserved span opens, or null. */
export function firstFit(
  reserved: readonly Span[],
  now: Instant,
  promise: Seconds,
): Instant | null {
  const last = after(now, HORIZON);
  let start = now;
  for (const span of reserved) {
    if (start > last) return null;
    if (after(start, promise) <= span.opens) return start;
    if (span.closes > start) start = span.closes;
  }
  return start > last ? null : start;
}
