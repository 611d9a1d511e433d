import { instant, type Instant } from '@hearth/words';
import { wall, type Wall } from './wall.ts';

/**
 * True for the name of a time zone as the IANA database spells it (`Europe/London`, `UTC`), links like
 * `Asia/Calcutta` included. False for offsets like `+01:00` and for another case: the system's own tools would
 * read `TZ=europe/london` as UTC without a word.
 */
export function isTimeZone(text: string): boolean {
  if (/^[+-]/.test(text)) return false;
  try {
    return new Temporal.ZonedDateTime(0n, text).timeZoneId === text;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * A stretch of time during which a zone keeps one offset from UTC, all in milliseconds. At `from` its clocks jump
 * by `offset - offsetBefore`, at `until` the next stretch begins; both are infinite where no change is known.
 *
 * Each stretch owns the wall times from `from + offsetBefore` (included) to `until + offset` (excluded): those it
 * shows for the first time, and those that the jump into it leaves out. So every wall time, also one in a gap and
 * one that is shown twice, is owned by exactly one stretch, and in order.
 */
export interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
  readonly offsetBefore: number;
}

/** The stretch last used of each zone: nearly every question is about now, and the change of clocks is far off. */
const lastUsed = new Map<string, Stretch>();
const MOST_ZONES = 64;

/** The stretch that holds `at`. Throws a RangeError for a zone that is none. */
export function stretchAt(timeZone: string, at: number): Stretch {
  const known = lastUsed.get(timeZone);
  if (known !== undefined && known.from <= at && at < known.until) return known;
  const here = zoned(timeZone, at);
  // A change at `at` itself opens the stretch; "previous" looks strictly before its date, hence the millisecond.
  const from = zoned(timeZone, at + 1).getTimeZoneTransition('previous')?.epochMilliseconds;
  const stretch: Stretch = {
    from: from ?? -Infinity,
    until: here.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset: offsetOf(here),
    offsetBefore: from === undefined ? offsetOf(here) : offsetOf(zoned(timeZone, from - 1)),
  };
  if (lastUsed.size >= MOST_ZONES) lastUsed.clear();
  lastUsed.set(timeZone, stretch);
  return stretch;
}

/** The stretch that ends where `stretch` begins, which must be at a known change. */
export function stretchBefore(timeZone: string, stretch: Stretch): Stretch {
  return stretchAt(timeZone, stretch.from - 1);
}

/**
 * The instant at which a wall time comes: the first of two where the clock shows it twice, and the end of the gap
 * where a jump leaves it out. Never falls as the wall time rises.
 */
export function firstInstant(timeZone: string, time: Wall): Instant {
  let stretch = stretchAt(timeZone, time);
  while (time < stretch.from + stretch.offsetBefore) stretch = stretchBefore(timeZone, stretch);
  while (time >= stretch.until + stretch.offset) stretch = stretchAt(timeZone, stretch.until);
  return instant(Math.max(time - stretch.offset, stretch.from));
}

/**
 * The latest wall time that has come by `at`, to the millisecond: what the clock shows, or, in an hour that is
 * shown again, the end of its first showing. The other half of {@link firstInstant}: that is at or before `at`
 * for exactly the wall times up to this one.
 */
export function reached(timeZone: string, at: Instant): Wall {
  const stretch = stretchAt(timeZone, at);
  return wall(Math.max(at + stretch.offset, stretch.from + stretch.offsetBefore - 1));
}

function zoned(timeZone: string, at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
}

function offsetOf(time: Temporal.ZonedDateTime): number {
  return time.offsetNanoseconds / 1e6;
}
