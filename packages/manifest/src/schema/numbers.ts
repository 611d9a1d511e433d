import type * as v from 'valibot';

import { leaf, mustBe, quoted, right, wrong, type About } from './leaf.ts';

/** A share of processor time, in percent of one core; `200%` is two whole cores. */
export function percent(about: About): v.GenericSchema<unknown, number> {
  return leaf(about, 'share of cores', { type: 'string', pattern: '^[0-9]{1,5}%$' }, (input) => {
    if (typeof input !== 'string' && typeof input !== 'number') {
      return mustBe('a share such as 50%', input);
    }
    const [, digits] = /^(\d{1,5})%$/.exec(String(input)) ?? [];
    if (digits === undefined) {
      if (/^\d+$/.test(String(input))) return wrong(`"${input}" has no unit`, `write ${input}%`);
      const hint = 'write a whole number and %: 50% or 200%';
      return wrong(`${quoted(String(input))} is not a share`, hint);
    }
    if (Number(digits) === 0) return wrong('"0%" is too little', 'write at least 1%');
    return right(Number(digits));
  });
}

/** A whole number from `least` to `most`. */
export function count(about: About, least: number, most: number): v.GenericSchema<unknown, number> {
  const json = { type: 'integer', minimum: least, maximum: most };
  return leaf(about, 'whole number', json, (input) => {
    const hint = `write a whole number from ${least} to ${most}`;
    if (typeof input !== 'number') {
      const unquote = typeof input === 'string' && /^\d+$/.test(input);
      return mustBe('a number', input, unquote ? 'take the quotes away' : hint);
    }
    if (Number.isInteger(input) && input >= least && input <= most) return right(input);
    return wrong(`${input} is not allowed`, hint);
  });
}

/** A number above 0, whole or not, and at most `most`. */
export function rate(about: About, most: number): v.GenericSchema<unknown, number> {
  const json = { type: 'number', exclusiveMinimum: 0, maximum: most };
  return leaf(about, 'number', json, (input) => {
    if (typeof input !== 'number') return mustBe('a number', input);
    if (input > 0 && input <= most) return right(input);
    return wrong(`${input} is not allowed`, `write a number above 0, and at most ${most}`);
  });
}
