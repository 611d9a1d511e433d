import { describe, expect, it } from 'vitest';

import { parseDuration } from './duration.ts';

const SECONDS = { ms: 1 / 1000, s: 1, m: 60, h: 60 * 60, d: 24 * 60 * 60 };

describe('a duration', () => {
  it.each([
    ['30s', 30],
    ['15m', 900],
    ['2h', 7200],
    ['1d', 86_400],
    ['1500ms', 1.5],
    ['0s', 0],
    ['366d', 31_622_400],
  ])('%s is %d seconds', (text, value) => {
    expect(parseDuration(text)).toEqual({ ok: true, value });
  });

  it('of any number and unit comes back as that number when divided by the unit', () => {
    for (const [unit, length] of Object.entries(SECONDS)) {
      for (let number = 0; number * length <= 366 * SECONDS.d; number = number * 3 + 1) {
        const read = parseDuration(`${number}${unit}`);
        expect(read.ok && read.value / length, `${number}${unit}`).toBeCloseTo(number, 6);
      }
    }
  });

  it('of a number alone is refused with the units it may have', () => {
    const refused = { ok: false, message: '"45" has no unit', hint: 'write 45s, 45m, 2h or 1d' };
    expect(parseDuration(45)).toEqual(refused);
    expect(parseDuration('45')).toEqual(refused);
  });

  it.each([
    '1h30m',
    '1.5h',
    '-1s',
    '+1s',
    '15 m',
    '15M',
    '5 minutes',
    '',
    's',
    '1e3s',
    ' 1s',
    '1s\n',
    '٣s',
  ])('%j is none', (text) => {
    expect(parseDuration(text)).toMatchObject({ ok: false });
  });

  it('is at most 366 days', () => {
    expect(parseDuration('367d')).toMatchObject({ ok: false });
    expect(parseDuration('999999999999d')).toMatchObject({ ok: false });
  });

  it.each([null, true, ['1s'], { s: 1 }, Number.NaN])('%j is none', (input) => {
    expect(parseDuration(input)).toMatchObject({ ok: false });
  });
});
