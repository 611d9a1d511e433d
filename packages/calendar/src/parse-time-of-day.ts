import type { Refusal } from './refusal.ts';
import type { TimeOfDay } from './window.ts';

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Takes `09:00` for a time of day, or says in a sentence what is wrong: two digits, a colon, two digits. */
export function parseTimeOfDay(
  text: string,
): { readonly ok: true; readonly time: TimeOfDay } | Refusal {
  if (isTimeOfDay(text)) return { ok: true, time: text };
  const midnight = text === '24:00' ? ' The end of a day is 00:00.' : '';
  const message = `"${text}" is not a time of day. Write it as HH:MM, from 00:00 to 23:59, like 09:00 or 17:30.${midnight}`;
  return { ok: false, message };
}

/** The minutes from midnight to a time of day. Throws a RangeError for a time that `parseTimeOfDay` refuses. */
export function minutesOf(time: TimeOfDay): number {
  const read = parseTimeOfDay(time);
  if (!read.ok) throw new RangeError(read.message);
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function isTimeOfDay(text: string): text is TimeOfDay {
  return TIME_OF_DAY.test(text);
}
