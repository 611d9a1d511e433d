import { instant, type Instant } from '@hearth/words';
import type { Pattern } from './cron-pattern.ts';
import { checkedPattern, stepOf } from './next-instant.ts';
import type { Schedule } from './schedule.ts';
import { wall } from './wall.ts';
import { firstInstant, reached, stretchAt, stretchBefore } from './zone.ts';

/**
 * The last instant from `notBefore` to `atOrBefore`, both included, at which `schedule` is due, or null if there is
 * none. It looks back from the end, so it costs the same after a minute and after a year of downtime. Throws as
 * `nextInstant` does.
 */
export function latestInstant(
  schedule: Schedule,
  atOrBefore: Instant,
  notBefore: Instant,
): Instant | null {
  const latest = latestAt(schedule, atOrBefore, notBefore);
  return latest !== null && latest >= notBefore ? latest : null;
}

/** The last due instant up to `at`; where it lies before `notBefore`, null will do as well. */
function latestAt(schedule: Schedule, at: Instant, notBefore: Instant): Instant | null {
  if (schedule.kind === 'every') {
    const step = stepOf(schedule);
    return instant(Math.floor(at / step) * step);
  }
  const pattern = checkedPattern(schedule);
  if (!pattern.fixedHour) return latestMatch(pattern, schedule.timeZone, at, notBefore);
  const time = pattern.previous(wall(reached(schedule.timeZone, at) + 1));
  return time === null ? null : firstInstant(schedule.timeZone, time);
}

/** The last instant up to `at` whose wall time matches, one stretch of even offset before the other. */
function latestMatch(
  pattern: Pattern,
  timeZone: string,
  at: Instant,
  notBefore: Instant,
): Instant | null {
  let stretch = stretchAt(timeZone, at);
  let time = pattern.previous(wall(at + stretch.offset + 1));
  while (time !== null && time - stretch.offset < stretch.from) {
    if (stretch.from <= notBefore) return null;
    stretch = stretchBefore(timeZone, stretch);
    time = pattern.previous(wall(stretch.until + stretch.offset));
  }
  return time === null ? null : instant(time - stretch.offset);
}
