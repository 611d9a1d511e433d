import type { Refusal } from './refusal.ts';
import { WEEKDAYS, type Weekday } from './window.ts';

/**
 * Takes `mon-fri`, `sat,sun`, `mon-wed,fri`, `fri-mon` (over the weekend) or `daily` for the days it means, each
 * once and in the order of the week, or says in a sentence what is wrong.
 */
export function parseDays(
  text: string,
): { readonly ok: true; readonly days: readonly Weekday[] } | Refusal {
  const words = text.trim().toLowerCase();
  if (words === 'daily') return { ok: true, days: WEEKDAYS };
  const meant = new Set<Weekday>();
  for (const part of words.split(',')) {
    const [first = '', last = first, ...rest] = part.split('-').map((word) => word.trim());
    const start = WEEKDAYS.findIndex((day) => day === first);
    const end = WEEKDAYS.findIndex((day) => day === last);
    if (start < 0 || end < 0 || rest.length > 0) {
      const what = part.trim() === '' ? 'An empty part' : `"${part.trim()}"`;
      const message = `${what} in the days "${text}" is not a day or a range of days. Write days like mon-fri, sat,sun, mon-wed,fri, or daily.`;
      return { ok: false, message };
    }
    const length = ((end - start + 7) % 7) + 1;
    for (const day of [...WEEKDAYS, ...WEEKDAYS].slice(start, start + length)) meant.add(day);
  }
  return { ok: true, days: WEEKDAYS.filter((day) => meant.has(day)) };
}
