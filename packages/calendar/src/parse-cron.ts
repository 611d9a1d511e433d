import { patternOf } from './cron-pattern.ts';
import type { Refusal } from './refusal.ts';
import type { CronSchedule } from './schedule.ts';
import { isTimeZone } from './zone.ts';

/**
 * Takes a cron line and the zone it is read in for a schedule, or says in a sentence what is wrong.
 *
 * The line is that of crontab(5), and no more: five fields of numbers, ranges, lists, `*` and steps, months and
 * weekdays also by their English names in three letters, or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`.
 * A day matches if either day field does, or both if one of them starts with a star. A line whose date exists in no
 * year is refused.
 */
export function parseCron(
  text: string,
  timeZone: string,
): { readonly ok: true; readonly cron: CronSchedule } | Refusal {
  if (!isTimeZone(timeZone)) {
    const message = `"${timeZone}" is not the name of a time zone. Write it as the IANA database does, like Europe/London or UTC.`;
    return { ok: false, message };
  }
  const expression = text.trim().replace(/\s+/g, ' ');
  const pattern = patternOf(expression);
  return pattern.ok ? { ok: true, cron: { kind: 'cron', expression, timeZone } } : pattern;
}
