import { FIELDS, readField } from './cron-field.ts';
import type { Refusal } from './refusal.ts';

/** A cron line taken apart: its five fields in numbers alone, and what can only be seen in its text. */
export interface CronText {
  readonly ok: true;
  /** The five fields with a space between them; names and `@daily` are replaced by their numbers. */
  readonly fields: string;
  /** The hour is a list of plain numbers: the line means times of day, not a rhythm. See `CronSchedule`. */
  readonly fixedHour: boolean;
  /**
   * A day must match both day fields, not just one. So in crontab(5) as soon as one of the two starts with a star,
   * which matters for a star with a step: with `mon` beside it, it means the Mondays among every second day.
   */
  readonly bothDays: boolean;
}

/** The names of crontab(5), without `@reboot`, which is no point in time. */
const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
]);

const EXAMPLE =
  'Write five fields: minute, hour, day of the month, month, day of the week, like "30 1 * * mon-fri", or a name like @daily.';

/** Takes a cron line apart, or says what is wrong in it. Whether its dates exist is not looked at. */
export function readCronText(text: string): CronText | Refusal {
  const line = text.trim();
  if (line === '') return refuse(`The cron line is empty. ${EXAMPLE}`);
  const meant = NICKNAMES.get(line.toLowerCase());
  if (line.startsWith('@') && meant === undefined) {
    return refuse(`"${line}" is not one of the names ${[...NICKNAMES.keys()].join(', ')}.`);
  }
  const parts = (meant ?? line).split(/\s+/);
  if (parts.length !== FIELDS.length) {
    const count = `${parts.length} ${parts.length === 1 ? 'field' : 'fields'}`;
    const seconds = parts.length > FIELDS.length ? ' There is no field for seconds or years.' : '';
    return refuse(`The cron line "${line}" has ${count}, not 5.${seconds} ${EXAMPLE}`);
  }
  const numbers: string[] = [];
  for (const [index, field] of FIELDS.entries()) {
    const read = readField(field, parts[index] ?? '');
    if (typeof read !== 'string') return refuse(`In the cron line "${line}", ${read.wrong}.`);
    numbers.push(read);
  }
  const [, hour = '', date = '', , weekday = ''] = numbers;
  return {
    ok: true,
    fields: numbers.join(' '),
    fixedHour: /^[\d,]+$/.test(hour),
    bothDays: date.startsWith('*') || weekday.startsWith('*'),
  };
}

function refuse(message: string): Refusal {
  return { ok: false, message };
}
