import type { Instant } from '@hearth/words';

/** The days of a week in the order of the week. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** One of {@link WEEKDAYS}. */
export type Weekday = (typeof WEEKDAYS)[number];

/** A time of day as `HH:MM`, from `00:00` to `23:59`. */
export type TimeOfDay = `${number}:${number}`;

/**
 * A recurring span of time: on each of `days` it opens at `from` and closes when the clock next comes to `to`. So
 * 22:00 to 06:00 crosses midnight and belongs to the day on which it opens, 09:00 to 00:00 lasts until midnight,
 * and equal times mean a whole day from that time to the same time of the next date.
 *
 * It opens and closes exactly when a cron line of that time of day would be due, also when clocks change: once, at
 * the first showing of a time that is shown twice, at the end of the gap for one that is left out. A window that
 * lies within the gap altogether does not open that day.
 */
export interface Window {
  readonly days: readonly Weekday[];
  readonly from: TimeOfDay;
  readonly to: TimeOfDay;
  readonly timeZone: string;
  /** Dates like `2026-12-25` on which it does not open. */
  readonly except?: readonly string[];
}

/** A stretch of time, from `opens` (included) to `closes` (excluded). */
export interface Span {
  readonly opens: Instant;
  readonly closes: Instant;
}
