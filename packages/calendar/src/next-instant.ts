import { instant, type Instant } from '@hearth/words';
import { patternOf, type Pattern } from './cron-pattern.ts';
import type { CronSchedule, EverySchedule, Schedule } from './schedule.ts';
import { firstInstant, reached, stretchAt } from './zone.ts';
import { wall } from './wall.ts';

/** The last instant that there is: the end of a `Date`. */
const LAST = 8.64e15;

/**
 * The first instant strictly later than `after` at which `schedule` is due, or null if there is none: cron lines end
 * with the year 2999. Throws a RangeError for a schedule that was never checked: a line that `parseCron` refuses, a
 * zone that is none, an interval below a millisecond.
 */
export function nextInstant(schedule: Schedule, after: Instant): Instant | null {
  if (schedule.kind === 'every') {
    const step = stepOf(schedule);
    const next = (Math.floor(after / step) + 1) * step;
    return next > LAST ? null : instant(next);
  }
  const pattern = checkedPattern(schedule);
  if (!pattern.fixedHour) return nextMatch(pattern, schedule.timeZone, after);
  const time = pattern.next(reached(schedule.timeZone, after));
  return time === null ? null : firstInstant(schedule.timeZone, time);
}

/** The interval in whole milliseconds. */
export function stepOf(schedule: EverySchedule): number {
  const step = Math.round(schedule.every * 1000);
  if (step >= 1) return step;
  throw new RangeError(`An interval must be at least a millisecond, not ${schedule.every} s.`);
}

/** The pattern of a line that `parseCron` has taken. */
export function checkedPattern(schedule: CronSchedule): Pattern {
  const pattern = patternOf(schedule.expression);
  if (pattern.ok) return pattern;
  throw new RangeError(pattern.message);
}

/** The first instant later than `after` whose wall time matches, one stretch of even offset after the other. */
function nextMatch(pattern: Pattern, timeZone: string, after: Instant): Instant | null {
  let stretch = stretchAt(timeZone, after);
  let time = pattern.next(wall(after + stretch.offset));
  while (time !== null && time - stretch.offset >= stretch.until) {
    stretch = stretchAt(timeZone, stretch.until);
    time = pattern.next(wall(stretch.from + stretch.offset - 1));
  }
  return time === null ? null : instant(time - stretch.offset);
}
