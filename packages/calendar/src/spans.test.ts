import { instant, type Instant } from '@hearth/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextInstant } from './next-instant.ts';
import type { CronSchedule } from './schedule.ts';
import { spans } from './spans.ts';
import type { Span, TimeOfDay, Window } from './window.ts';
import { WEEKDAYS } from './window.ts';
import { at, cron, shown, ZONES, zoned } from './zoned.test.helper.ts';

const DAY = 86_400_000;
const LONDON = 'Europe/London';
const workday: Window = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:30',
  timeZone: LONDON,
};

function text(window: Window, found: readonly Span[]): string[] {
  const ends = (span: Span) =>
    [span.opens, span.closes].map((time) => shown(window.timeZone, time));
  return found.map((span) => ends(span).join(' '));
}

function between(window: Window, from: string, until: string): string[] {
  return text(window, spans(window, at(from), at(until)));
}

test('a window opens on its days and not on others', () => {
  expect(between(workday, '2026-11-26T00:00Z', '2026-12-01T00:00Z')).toEqual([
    '2026-11-26T09:00+00:00 2026-11-26T17:30+00:00',
    '2026-11-27T09:00+00:00 2026-11-27T17:30+00:00',
    '2026-11-30T09:00+00:00 2026-11-30T17:30+00:00',
  ]);
});

test('spans that overlap are given whole, those that only touch are not given', () => {
  const open = '2026-11-26T09:00+00:00 2026-11-26T17:30+00:00';
  expect(between(workday, '2026-11-26T17:29Z', '2026-11-26T17:30Z')).toEqual([open]);
  expect(between(workday, '2026-11-26T08:00Z', '2026-11-26T09:01Z')).toEqual([open]);
  expect(between(workday, '2026-11-26T17:30Z', '2026-11-27T09:00Z')).toEqual([]);
});

test('a window does not open on the dates that are excepted', () => {
  const window: Window = { ...workday, except: ['2026-12-25', '2026-12-28'] };
  expect(between(window, '2026-12-24T00:00Z', '2026-12-30T00:00Z')).toEqual([
    '2026-12-24T09:00+00:00 2026-12-24T17:30+00:00',
    '2026-12-29T09:00+00:00 2026-12-29T17:30+00:00',
  ]);
});

describe('a window over midnight', () => {
  const night: Window = { days: ['fri'], from: '22:00', to: '06:00', timeZone: LONDON };

  test('belongs to the day on which it opens', () => {
    expect(between(night, '2026-11-25T00:00Z', '2026-12-02T00:00Z')).toEqual([
      '2026-11-27T22:00+00:00 2026-11-28T06:00+00:00',
    ]);
    expect(between(night, '2026-11-28T03:00Z', '2026-11-28T04:00Z')).toHaveLength(1);
    expect(
      between({ ...night, except: ['2026-11-28'] }, '2026-11-28T03:00Z', '2026-11-28T04:00Z'),
    ).toHaveLength(1);
    expect(
      between({ ...night, except: ['2026-11-27'] }, '2026-11-28T03:00Z', '2026-11-28T04:00Z'),
    ).toHaveLength(0);
  });

  test('is an hour shorter or longer when clocks change in it', () => {
    const window: Window = { ...night, days: ['sat'] };
    const hours = (from: string, until: string) =>
      spans(window, at(from), at(until)).map((span) => (span.closes - span.opens) / 3_600_000);
    expect(hours('2026-03-28T23:00Z', '2026-03-28T23:30Z')).toEqual([7]);
    expect(hours('2026-10-24T23:00Z', '2026-10-24T23:30Z')).toEqual([9]);
  });
});

test('equal times are a whole day, and midnight ends a day', () => {
  const whole: Window = { days: ['sat', 'sun'], from: '00:00', to: '00:00', timeZone: LONDON };
  expect(between(whole, '2026-10-23T00:00Z', '2026-10-28T00:00Z')).toEqual([
    '2026-10-24T00:00+01:00 2026-10-25T00:00+01:00',
    '2026-10-25T00:00+01:00 2026-10-26T00:00+00:00',
  ]);
  const evening: Window = { days: ['sat'], from: '18:00', to: '00:00', timeZone: LONDON };
  expect(between(evening, '2026-10-23T00:00Z', '2026-10-28T00:00Z')).toEqual([
    '2026-10-24T18:00+01:00 2026-10-25T00:00+01:00',
  ]);
});

test('a window that lies in the gap does not open, and one that ends in it ends there', () => {
  const inside: Window = { days: ['sun'], from: '01:10', to: '01:50', timeZone: LONDON };
  expect(between(inside, '2026-03-23T00:00Z', '2026-04-06T00:00Z')).toEqual([
    '2026-04-05T01:10+01:00 2026-04-05T01:50+01:00',
  ]);
  expect(between({ ...inside, from: '00:30' }, '2026-03-29T00:00Z', '2026-03-29T12:00Z')).toEqual([
    '2026-03-29T00:30+00:00 2026-03-29T02:00+01:00',
  ]);
});

test('a window without days has no spans, and a time that is none is a mistake of the caller', () => {
  expect(spans({ ...workday, days: [] }, at('2026-01-01T00:00Z'), at('2027-01-01T00:00Z'))).toEqual(
    [],
  );
  const wrong: Window = { ...workday, to: '17:3' };
  expect(() => spans(wrong, at('2026-11-26T00:00Z'), at('2026-11-27T00:00Z'))).toThrow(/HH:MM/);
});

/** The cron line that is due at a time of day. */
function dailyAt(time: TimeOfDay, zone: string): CronSchedule {
  return cron(`${Number(time.slice(3))} ${Number(time.slice(0, 2))} * * *`, zone);
}

describe('in any zone and at any time', () => {
  const times = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts): TimeOfDay => {
      const [hour = '', minute = ''] = parts.map((part) => String(part).padStart(2, '0'));
      return `${hour}:${minute}` as TimeOfDay;
    });
  const windowsIn = (zones: readonly string[]): fc.Arbitrary<Window> =>
    fc.record({
      days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
      from: times,
      to: times,
      timeZone: fc.constantFrom(...zones),
    });
  const windows = windowsIn(ZONES);
  const froms = fc.integer({ min: Date.UTC(2025), max: Date.UTC(2027) });

  test('spans are in order, do not overlap each other, and do overlap the time asked for', () => {
    fc.assert(
      fc.property(windows, froms, (window, from) => {
        let last: Instant = instant(-Infinity);
        for (const span of spans(window, instant(from), instant(from + 40 * DAY))) {
          expect(span.opens).toBeGreaterThanOrEqual(last);
          expect(span.closes).toBeGreaterThan(span.opens);
          expect(span.closes).toBeGreaterThan(from);
          expect(span.opens).toBeLessThan(from + 40 * DAY);
          last = span.closes;
        }
      }),
    );
  });

  test('a span opens and closes when a cron line of that time is due', () => {
    fc.assert(
      fc.property(windows, froms, (window, from) => {
        for (const span of spans(window, instant(from), instant(from + 40 * DAY))) {
          const opening = dailyAt(window.from, window.timeZone);
          const closing = dailyAt(window.to, window.timeZone);
          expect(nextInstant(opening, instant(span.opens - 1))).toBe(span.opens);
          expect(nextInstant(closing, instant(span.closes - 1))).toBe(span.closes);
        }
      }),
    );
  });

  test('a span opens on one of its days', () => {
    // Not so in Nuuk, where a time of the last hour of Saturday comes on Sunday once a year.
    const inOneDay = windowsIn(ZONES.filter((zone) => zone !== 'America/Nuuk'));
    fc.assert(
      fc.property(inOneDay, froms, (window, from) => {
        for (const span of spans(window, instant(from), instant(from + 40 * DAY))) {
          const day = zoned(window.timeZone, span.opens).dayOfWeek;
          expect(window.days).toContain(WEEKDAYS[day - 1]);
        }
      }),
    );
  });
});
