import { instant, type Instant } from '@hearth/words';
import { parseCron } from './parse-cron.ts';
import type { CronSchedule } from './schedule.ts';

/** Zones whose clocks change in every way there is: by an hour, by half an hour, at midnight, over midnight, never. */
export const ZONES = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Havana',
  'Africa/Cairo',
  'America/Nuuk',
  'Asia/Kolkata',
  'UTC',
] as const;

/** The instant of a text with an offset, like `2026-03-29T02:00+01:00` or `2026-03-29T01:00Z`. */
export function at(text: string): Instant {
  return instant(Temporal.Instant.from(text).epochMilliseconds);
}

/** An instant as the clock of the zone shows it, with its offset: `2026-03-29T02:00+01:00`. */
export function shown(timeZone: string, time: Instant | null): string | null {
  if (time === null) return null;
  const date = zoned(timeZone, time);
  const fine = time % 60_000 === 0 ? 'minute' : 'millisecond';
  return date.toString({ timeZoneName: 'never', smallestUnit: fine });
}

/** The instant in Temporal's words. */
export function zoned(timeZone: string, time: Instant): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
}

/** A cron line that is known to be right. */
export function cron(text: string, timeZone: string): CronSchedule {
  const parsed = parseCron(text, timeZone);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.cron;
}

/** The instants at which the clocks of the zone change in a year. */
export function changes(timeZone: string, year: number): Instant[] {
  const found: Instant[] = [];
  let date = Temporal.ZonedDateTime.from(`${year}-01-01T00:00[${timeZone}]`);
  for (;;) {
    const next = date.getTimeZoneTransition('next');
    if (next === null || next.year > year) return found;
    found.push(instant(next.epochMilliseconds));
    date = next;
  }
}
