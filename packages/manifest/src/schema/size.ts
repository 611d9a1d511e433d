import { bytes, type Bytes } from '@hearth/words';
import type * as v from 'valibot';

import { leaf, mustBe, quoted, right, wrong, type About, type Read } from './leaf.ts';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['K', 1024],
  ['M', 1024 ** 2],
  ['G', 1024 ** 3],
  ['T', 1024 ** 4],
]);

/** Less than this holds no process at all. */
const LEAST_BYTES = 1024 ** 2;

/** More than any box has; a slice of many runs is still a whole number of bytes. */
const MOST_BYTES = 16 * 1024 ** 4;

/** An amount of memory: a whole number and `K`, `M`, `G` or `T`, in powers of 1,024. */
export function size(about: About): v.GenericSchema<unknown, Bytes> {
  return leaf(about, 'size', { type: 'string', pattern: '^[0-9]{1,9}[KMGT]$' }, readSize);
}

/** Reads an amount of memory. */
export function readSize(input: unknown): Read<Bytes> {
  if (typeof input !== 'string' && typeof input !== 'number') {
    return mustBe('a size such as 256M', input);
  }
  const [, digits = '', unit = ''] = /^(\d{1,9})([KMGT])$/.exec(String(input)) ?? [];
  const scale = UNITS.get(unit);
  if (scale === undefined) {
    if (/^\d+$/.test(String(input))) {
      return wrong(`"${input}" has no unit`, `write ${input}M, or 2G`);
    }
    const hint = 'write a whole number and one letter: 512K, 256M or 2G';
    return wrong(`${quoted(String(input))} is not a size`, hint);
  }
  const value = Number(digits) * scale;
  if (value < LEAST_BYTES) return wrong(`"${input}" is too little`, 'write at least 1M');
  if (value > MOST_BYTES) return wrong(`"${input}" is too much`, 'write at most 16T');
  return right(bytes(value));
}
