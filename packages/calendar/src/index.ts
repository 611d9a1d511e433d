/**
 * Cron lines, intervals and windows turned into instants, in a time zone, right on the days on which clocks change.
 *
 * Everything here is a function of its parameters: the time is one of them, and nothing waits for anything. The rule
 * for the odd days lies in `zone.ts` alone: each wall time belongs to one instant, `firstInstant`, and what else
 * there is (lines with a fixed hour, windows, days of a budget) asks it.
 */
export type { Refusal } from './refusal.ts';
export { gaps } from './gaps.ts';
export { instants } from './instants.ts';
export { jitter } from './jitter.ts';
export { latestInstant } from './latest-instant.ts';
export { longestGap } from './longest-gap.ts';
export { nextInstant } from './next-instant.ts';
export { nextSpan } from './next-span.ts';
export { parseCron } from './parse-cron.ts';
export { parseDate } from './parse-date.ts';
export { parseDays } from './parse-days.ts';
export { parseTimeOfDay } from './parse-time-of-day.ts';
export { period } from './period.ts';
export type { CronSchedule, EverySchedule, Schedule } from './schedule.ts';
export { spanAt } from './span-at.ts';
export { spans } from './spans.ts';
export { WEEKDAYS, type Span, type TimeOfDay, type Weekday, type Window } from './window.ts';
export { isTimeZone } from './zone.ts';
