import { isTimeZone, parseDate, parseTimeOfDay, type TimeOfDay } from '@hearth/calendar';
import { name } from '@hearth/words';
import type * as v from 'valibot';

import { nearest, suggest } from '../nearest.ts';
import { leaf, mustBe, quoted, right, wrong, type About, type Read, type Wrong } from './leaf.ts';

/** Text that goes to a process: linux takes no argument and no variable longer than 128 KiB. */
const LONGEST_TEXT = 32_768;

/** Any text without a NUL byte. */
export function text(about: About, title: string = 'text'): v.GenericSchema<unknown, string> {
  return leaf(about, title, { type: 'string', maxLength: LONGEST_TEXT }, readText);
}

/** Reads what must be text: no NUL byte, not endless. Numbers must be quoted, since `0644` would arrive as 644. */
export function readText(input: unknown): Read<string> {
  if (typeof input !== 'string') {
    const scalar = typeof input === 'number' || typeof input === 'boolean';
    return mustBe('text', input, scalar ? 'put it in quotes' : null);
  }
  if (input.includes('\0'))
    return wrong('holds a NUL byte', 'no program can be given one; take it out');
  if (input.length > LONGEST_TEXT) return wrong(`is longer than ${LONGEST_TEXT} characters`);
  return right(input);
}

/** The name of something that is declared elsewhere in the manifest; whether it is, is looked at later. */
export function reference<N extends ReturnType<typeof name>>(
  about: About,
  of: string,
): v.GenericSchema<unknown, N> {
  return leaf(about, `name of a ${of}`, { type: 'string', minLength: 1 }, (input) => {
    const read = readText(input);
    return read.ok ? right(name<N>(read.value)) : read;
  });
}

/** One of a few words. */
export function choice<const T extends string>(
  about: About,
  options: readonly T[],
): v.GenericSchema<unknown, T> {
  return leaf(about, options.join(', '), { type: 'string', enum: options }, (input) => {
    const chosen = options.find((option) => option === input);
    if (chosen !== undefined) return right(chosen);
    if (typeof input !== 'string') return mustBe('a word', input, `allowed: ${options.join(', ')}`);
    return wrong(`${quoted(input)} is not allowed`, suggest(input, 'allowed', options));
  });
}

/** The name of a time zone as the IANA database spells it. */
export function timeZone(about: About): v.GenericSchema<unknown, string> {
  return leaf(about, 'time zone', { type: 'string' }, (input) => {
    if (typeof input !== 'string') return mustBe('the name of a time zone', input);
    if (isTimeZone(input)) return right(input);
    const near = nearest(input, Intl.supportedValuesOf('timeZone'));
    const hint = near === null ? 'write one like Europe/London or UTC' : `did you mean "${near}"?`;
    return wrong(`there is no time zone ${quoted(input)}`, hint);
  });
}

/** A time of day, `HH:MM`. */
export function timeOfDay(about: About): v.GenericSchema<unknown, TimeOfDay> {
  const json = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' };
  return leaf(about, 'time of day', json, (input) => {
    if (typeof input !== 'string') return mustBe('a time of day such as "09:00"', input);
    const read = parseTimeOfDay(input);
    return read.ok ? right(read.time) : refusal(read.message);
  });
}

/** A date of the calendar, `YYYY-MM-DD`. */
export function date(about: About): v.GenericSchema<unknown, string> {
  return leaf(about, 'date', { type: 'string', format: 'date' }, (input) => {
    if (typeof input !== 'string') return mustBe('a date such as 2026-12-25', input);
    const read = parseDate(input);
    return read.ok ? right(read.date) : refusal(read.message);
  });
}

/** Splits what the calendar says is wrong, a sentence or more, into the fault and the way to mend it. */
export function refusal(sentences: string): Wrong {
  const [first = sentences, ...rest] = sentences.replace(/\.$/, '').split(/\. (?=[A-Z])/);
  return wrong(lowerFirst(first), rest.length === 0 ? null : lowerFirst(rest.join('. ')));
}

function lowerFirst(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}
