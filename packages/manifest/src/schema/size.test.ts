import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import { size } from './size.ts';

const memory = size({ says: 'Memory.', example: '2G' });

describe('a size', () => {
  it.each([
    ['1024K', 1_048_576],
    ['256M', 268_435_456],
    ['2G', 2_147_483_648],
    ['1T', 1_099_511_627_776],
  ])('%s is %d bytes', (text, value) => {
    expect(v.parse(memory, text)).toBe(value);
  });

  it.each([
    [512, '"512" has no unit\nwrite 512M, or 2G'],
    ['512', '"512" has no unit\nwrite 512M, or 2G'],
    ['2GB', '"2GB" is not a size\nwrite a whole number and one letter: 512K, 256M or 2G'],
    ['1.5G', '"1.5G" is not a size\nwrite a whole number and one letter: 512K, 256M or 2G'],
    ['512K', '"512K" is too little\nwrite at least 1M'],
    ['17T', '"17T" is too much\nwrite at most 16T'],
    [null, 'has no value\nwrite a size such as 256M, or take the name out'],
  ])('%j is refused', (input, message) => {
    expect(v.safeParse(memory, input).issues?.[0].message).toBe(message);
  });
});
