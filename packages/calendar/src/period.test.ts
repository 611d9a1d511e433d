import { instant } from '@hearth/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { period } from './period.ts';
import { at, changes, shown, ZONES, zoned } from './zoned.test.helper.ts';

function shownPeriod(per: 'hour' | 'day', zone: string, now: string): (string | null)[] {
  const { opens, closes } = period(per, zone, at(now));
  return [shown(zone, opens), shown(zone, closes)];
}

/** The hours of the day that holds `now`. */
function dayLength(zone: string, now: string): number {
  const { opens, closes } = period('day', zone, at(now));
  return (closes - opens) / 3_600_000;
}

describe('a day', () => {
  test('runs from midnight to midnight of the zone', () => {
    expect(shownPeriod('day', 'Asia/Kolkata', '2026-11-29T20:00Z')).toEqual([
      '2026-11-30T00:00+05:30',
      '2026-12-01T00:00+05:30',
    ]);
  });

  test('has 23 or 25 hours when clocks change', () => {
    expect(dayLength('America/New_York', '2026-03-08T12:00Z')).toBe(23);
    expect(dayLength('America/New_York', '2026-03-09T12:00Z')).toBe(24);
    expect(dayLength('America/New_York', '2026-11-01T12:00Z')).toBe(25);
  });

  test('begins at the end of the gap where midnight is left out', () => {
    expect(shownPeriod('day', 'Africa/Cairo', '2026-04-24T10:00Z')).toEqual([
      '2026-04-24T01:00+03:00',
      '2026-04-25T00:00+03:00',
    ]);
  });

  test('does not begin again when clocks go back over midnight', () => {
    // In 2006 clocks in Newfoundland went back from a minute past midnight to a minute past eleven.
    const zone = 'America/St_Johns';
    const sunday = ['2006-10-29T00:00-02:30', '2006-10-30T00:00-03:30'];
    expect(shownPeriod('day', zone, '2006-10-29T00:00:30-02:30')).toEqual(sunday);
    expect(shownPeriod('day', zone, '2006-10-28T23:30-03:30')).toEqual(sunday);
    expect(shownPeriod('day', zone, '2006-10-29T00:30-03:30')).toEqual(sunday);
  });
});

describe('an hour', () => {
  test('starts with the full hour of the zone', () => {
    expect(shownPeriod('hour', 'Asia/Kolkata', '2026-11-29T20:15Z')).toEqual([
      '2026-11-30T01:00+05:30',
      '2026-11-30T02:00+05:30',
    ]);
  });

  test('that is shown twice is two hours', () => {
    const [first, second] = ['2026-10-25T01:30+01:00', '2026-10-25T01:30+00:00'];
    expect(shownPeriod('hour', 'Europe/London', first ?? '')).toEqual([
      '2026-10-25T01:00+01:00',
      '2026-10-25T01:00+00:00',
    ]);
    expect(shownPeriod('hour', 'Europe/London', second ?? '')).toEqual([
      '2026-10-25T01:00+00:00',
      '2026-10-25T02:00+00:00',
    ]);
  });

  test('ends or starts where clocks change in the middle of it', () => {
    const zone = 'Australia/Lord_Howe';
    expect(shownPeriod('hour', zone, '2026-10-04T02:45+11:00')).toEqual([
      '2026-10-04T02:30+11:00',
      '2026-10-04T03:00+11:00',
    ]);
    expect(shownPeriod('hour', zone, '2026-04-05T01:45+10:30')).toEqual([
      '2026-04-05T01:30+10:30',
      '2026-04-05T02:00+10:30',
    ]);
  });
});

/** A zone and an instant within a day or so of a change of its clocks. */
const moments = fc.constantFrom(...ZONES, 'America/St_Johns').chain((zone) => {
  const starts = [...changes(zone, 2006), ...changes(zone, 2026), at('2026-11-29T00:00Z')];
  const shift = fc.integer({ min: -100_000_000, max: 100_000_000 });
  const now = fc.tuple(fc.constantFrom(...starts), shift).map(([start, by]) => instant(start + by));
  return fc.record({ zone: fc.constant(zone), now });
});

test('a period holds its instants, and the next one begins where it ends', () => {
  fc.assert(
    fc.property(moments, fc.constantFrom('hour', 'day'), ({ zone, now }, per) => {
      const { opens, closes } = period(per, zone, now);
      expect(opens).toBeLessThanOrEqual(now);
      expect(closes).toBeGreaterThan(now);
      expect(period(per, zone, opens)).toEqual({ opens, closes });
      expect(period(per, zone, instant(closes - 1))).toEqual({ opens, closes });
      expect(period(per, zone, closes).opens).toBe(closes);
    }),
    { numRuns: 500 },
  );
});

test('the clock shows one hour throughout a period of an hour', () => {
  fc.assert(
    fc.property(moments, ({ zone, now }) => {
      const { opens, closes } = period('hour', zone, now);
      const ends = [opens, now, instant(closes - 1)].map((time) => zoned(zone, time).hour);
      expect(new Set(ends).size).toBe(1);
    }),
  );
});

test('throws for a zone that is none', () => {
  expect(() => period('hour', 'Europe/Lundon', instant(0))).toThrow(RangeError);
});
