import { describe, expect, test } from 'vitest';
import { longestGap } from './longest-gap.ts';
import type { Window } from './window.ts';
import { at } from './zoned.test.helper.ts';

const HOUR = 3600;
const workday: Window = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:30',
  timeZone: 'Europe/London',
};
const monday = at('2026-11-23T12:00Z');

test('the weekend is the longest gap of a working week', () => {
  expect(longestGap([workday], monday, 8)).toBe(63.5 * HOUR);
});

test('a gap that has begun counts from now on, and the last one to its end', () => {
  const saturday = at('2026-11-28T12:00Z');
  expect(longestGap([workday], saturday, 1)).toBe(45 * HOUR);
  expect(longestGap([workday], saturday, 8)).toBe(63.5 * HOUR);
});

test('several windows and single spans shorten it together', () => {
  const cleaning: Window = { ...workday, days: ['sat'], from: '06:00', to: '07:00' };
  expect(longestGap([workday, cleaning], monday, 8)).toBe(50 * HOUR);
  const reserved = [{ opens: at('2026-11-29T00:00Z'), closes: at('2026-11-29T12:00Z') }];
  expect(longestGap([workday, cleaning], monday, 8, reserved)).toBe(21 * HOUR);
});

test('a single span may end the last gap', () => {
  const reserved = [{ opens: at('2026-12-01T12:00Z'), closes: at('2026-12-01T13:00Z') }];
  expect(longestGap([], monday, 3, reserved)).toBe(8 * 24 * HOUR);
});

test('a window that opens just as the days end ends the last gap', () => {
  expect(longestGap([workday], at('2026-11-29T09:00Z'), 1)).toBe(24 * HOUR);
});

test('the weekend on which clocks go back is an hour longer', () => {
  expect(longestGap([workday], at('2026-10-22T12:00Z'), 4)).toBe(64.5 * HOUR);
});

describe('at the extremes', () => {
  test('nothing that ever opens leaves endless time', () => {
    expect(longestGap([], monday, 8)).toBe(Infinity);
    expect(longestGap([{ ...workday, days: [] }], monday, 8)).toBe(Infinity);
  });

  test('windows that take all time leave none', () => {
    const always: Window = {
      ...workday,
      days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      to: '09:00',
    };
    expect(longestGap([always], monday, 8)).toBe(0);
  });
});
