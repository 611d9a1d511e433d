import { seconds, type Seconds } from '@hearth/words';
import type * as v from 'valibot';

import { leaf, mustBe, quoted, right, wrong, type About, type Read } from './leaf.ts';

/** The milliseconds of each unit: whole numbers, so that 1500ms is 1.5 seconds and nothing beside it. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

const LONGEST_DAYS = 366;

/**
 * Reads a duration as the manifest writes it: a whole number and one unit of `ms`, `s`, `m`, `h` or `d`, with nothing
 * between them. What cannot be read comes back with what is wrong and how to write it.
 */
export function parseDuration(input: unknown): Read<Seconds> {
  if (typeof input !== 'string' && typeof input !== 'number') {
    return mustBe('a duration such as 15m', input);
  }
  const [, digits = '', unit = ''] = /^(\d{1,12})(ms|s|m|h|d)$/.exec(String(input)) ?? [];
  const scale = UNITS.get(unit);
  if (scale === undefined) {
    if (/^\d+$/.test(String(input))) {
      return wrong(`"${input}" has no unit`, `write ${input}s, ${input}m, 2h or 1d`);
    }
    const hint = 'write a whole number and one unit: 30s, 15m, 2h or 1d';
    return wrong(`${quoted(String(input))} is not a duration`, hint);
  }
  const value = (Number(digits) * scale) / 1000;
  if (value <= LONGEST_DAYS * 86_400) return right(seconds(value));
  return wrong(`"${input}" is longer than ${LONGEST_DAYS}d, the longest duration`);
}

/** A duration; `least` is the shortest one that makes sense, as the manifest writes it. */
export function duration(about: About, least: string = '1ms'): v.GenericSchema<unknown, Seconds> {
  const shortest = parseDuration(least);
  const json = { type: 'string', pattern: '^[0-9]{1,12}(ms|s|m|h|d)$' };
  return leaf(about, 'duration', json, (input) => {
    const read = parseDuration(input);
    if (!read.ok || !shortest.ok || read.value >= shortest.value) return read;
    return wrong(`${quoted(String(input))} is too short`, `write at least ${least}`);
  });
}
