import type { Refusal } from './refusal.ts';

/** Takes `2026-12-25` for a date that exists, or says in a sentence what is wrong. */
export function parseDate(text: string): { readonly ok: true; readonly date: string } | Refusal {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  // `Date` takes the 30th of February for the 2nd of March: only a date that comes back unchanged exists.
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) {
    return { ok: true, date: text };
  }
  const message = `"${text}" is not a date of the calendar. Write it as YYYY-MM-DD, like 2026-12-25.`;
  return { ok: false, message };
}
