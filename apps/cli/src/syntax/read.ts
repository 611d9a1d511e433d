import { InvalidArgumentError } from 'commander';

/** A positive whole number, like that of a run. */
export function readNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** How many to list: what the gateway gives at once. */
export function readLimit(text: string): number {
  const limit = readNumber(text);
  if (limit <= 500) return limit;
  throw new InvalidArgumentError('It must be at most 500.');
}

/** How many hours are foreseen: what the gateway looks ahead at most. */
export function readHours(text: string): number {
  const hours = readNumber(text);
  if (hours <= 192) return hours;
  throw new InvalidArgumentError('It must be at most 192: eight days.');
}

/** What a run may be passed, by the name of the parameter: texts, which the gateway reads as what the job declares. */
export type Parameters = Readonly<Record<string, string>>;

/** One more `NAME=VALUE`, beside those read before. */
export function readParameter(text: string, before: Parameters = {}): Parameters {
  const place = text.indexOf('=');
  if (place < 1) throw new InvalidArgumentError('Write NAME=VALUE.');
  return { ...before, [text.slice(0, place)]: text.slice(place + 1) };
}

/** An instant with its offset, as RFC 3339 in UTC. */
export function readInstant(text: string): string {
  const complete = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;
  const at = complete.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  throw new InvalidArgumentError(
    'Write it with its offset from UTC: 2026-03-29T01:30:00Z or 2026-03-29T01:30+01:00.',
  );
}

/** A value that a variable of the environment may set to nothing, which leaves the default. */
export function readGiven(text: string, before: string): string {
  return text === '' ? before : text;
}
