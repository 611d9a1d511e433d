import { CronDate, CronPattern } from 'croner';
import { readCronText, type CronText } from './cron-text.ts';
import type { Refusal } from './refusal.ts';
import { wall, type Wall } from './wall.ts';

/** A cron line ready to be asked for wall times. It knows no zone, so one serves all zones. */
export interface Pattern {
  readonly ok: true;
  /** See `CronText`. */
  readonly fixedHour: boolean;
  /** The first matching wall time later than `time`; null where none comes before the year 3000. */
  next(time: Wall): Wall | null;
  /** The last matching wall time earlier than `time`; null where there is none within 400 years. */
  previous(time: Wall): Wall | null;
}

/** Lines read lately, those used longest ago first. A house has some fifty; more than this are read anew. */
const known = new Map<string, Pattern | Refusal>();
const MOST_KNOWN = 256;

/** Reads a cron line, or says why it is none or can never come. Remembers what it has read. */
export function patternOf(expression: string): Pattern | Refusal {
  const before = known.get(expression);
  const pattern = before ?? read(expression);
  known.delete(expression);
  known.set(expression, pattern);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return pattern;
}

function read(expression: string): Pattern | Refusal {
  const text = readCronText(expression);
  if (!text.ok) return text;
  const pattern = patternFor(text);
  if (pattern.next(wall(0)) !== null) return pattern;
  const line = expression.trim();
  return {
    ok: false,
    message: `The cron line "${line}" can never come: no year has such a date. Mend its day of the month or its month; "0 0 28-31 * *" would be a line that comes.`,
  };
}

/**
 * croner walks the wall times of UTC here, where no clock ever jumps, and never sees a zone: what its own handling
 * of zones does on the two odd days of the year depends on more than the hour field, and costs seven times as much.
 */
function patternFor(text: CronText): Pattern {
  const pattern = new CronPattern(text.fields, undefined, { mode: '5-part' });
  pattern.useAndLogic = text.bothDays;
  // Five fields name no year, so croner never looks at its table of ten thousand years: 80 kB for each line.
  pattern.year = [];
  return {
    ok: true,
    fixedHour: text.fixedHour,
    next: (time) => timeOf(utc(time).increment(pattern, {}, false)),
    previous: (time) => timeOf(utc(time).decrement(pattern, {}, false)),
  };
}

function timeOf(date: CronDate | null): Wall | null {
  return date === null ? null : wall(date.getTime());
}

function utc(time: Wall): CronDate {
  return new CronDate(new Date(time), 0);
}
