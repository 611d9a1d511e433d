import { instant } from '@hearth/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wall } from './wall.ts';
import { firstInstant, isTimeZone, reached } from './zone.ts';
import { at, changes, shown, ZONES, zoned } from './zoned.test.helper.ts';

const HOUR = 3_600_000;

describe('isTimeZone', () => {
  test.each(['Europe/London', 'UTC', 'America/Argentina/Buenos_Aires', 'GB', 'Etc/GMT+5'])(
    '%s is a time zone',
    (name) => expect(isTimeZone(name)).toBe(true),
  );

  test.each([
    '',
    'europe/london',
    'utc',
    'Europe/Lundon',
    '+01:00',
    '-05',
    'UTC+1',
    'PST',
    'local',
  ])('"%s" is none', (name) => expect(isTimeZone(name)).toBe(false));
});

function first(zone: string, text: string): string | null {
  return shown(zone, firstInstant(zone, wall(Date.parse(`${text}Z`))));
}

describe('firstInstant', () => {
  test('a time that is left out comes at the end of the gap', () => {
    expect(first('Europe/London', '2026-03-29T01:30')).toBe('2026-03-29T02:00+01:00');
    expect(first('Australia/Lord_Howe', '2026-10-04T02:10')).toBe('2026-10-04T02:30+11:00');
    expect(first('Africa/Cairo', '2026-04-24T00:00')).toBe('2026-04-24T01:00+03:00');
    expect(first('America/Nuuk', '2026-03-28T23:30')).toBe('2026-03-29T00:00-01:00');
    expect(first('Pacific/Apia', '2011-12-30T12:00')).toBe('2011-12-31T00:00+14:00');
  });

  test('a time that is shown twice comes at its first showing', () => {
    expect(first('America/New_York', '2026-11-01T01:00')).toBe('2026-11-01T01:00-04:00');
    expect(first('America/New_York', '2026-11-01T01:59')).toBe('2026-11-01T01:59-04:00');
    expect(first('America/New_York', '2026-11-01T02:00')).toBe('2026-11-01T02:00-05:00');
    expect(first('Australia/Lord_Howe', '2026-04-05T01:30')).toBe('2026-04-05T01:30+11:00');
  });

  test('throws for a zone that is none', () => {
    expect(() => firstInstant('Europe/Lundon', wall(0))).toThrow(RangeError);
  });

  test('agrees with Temporal on every time that is shown', () => {
    const zones = fc.constantFrom(...ZONES, 'America/St_Johns', 'Pacific/Apia');
    const times = fc.integer({ min: Date.UTC(1970), max: Date.UTC(2040) });
    fc.assert(
      fc.property(zones, times, (zone, time) => {
        const plain = new Date(time).toISOString().slice(0, -1);
        const earlier = Temporal.PlainDateTime.from(plain).toZonedDateTime(zone, {
          disambiguation: 'earlier',
        });
        fc.pre(earlier.toPlainDateTime().toString({ smallestUnit: 'millisecond' }) === plain);
        expect(firstInstant(zone, wall(time))).toBe(earlier.epochMilliseconds);
      }),
    );
  });
});

describe('reached', () => {
  test('stands still while an hour is shown again', () => {
    const zone = 'Europe/London';
    const again = reached(zone, at('2026-10-25T01:30+00:00'));
    expect(new Date(again).toISOString()).toBe('2026-10-25T01:59:59.999Z');
    expect(reached(zone, at('2026-10-25T02:00+00:00'))).toBe(Date.UTC(2026, 9, 25, 2));
  });

  test('holds exactly the wall times that have come by then', () => {
    const nearChange = fc
      .constantFrom(...ZONES.slice(0, 6), 'America/St_Johns')
      .chain((zone) =>
        fc.tuple(
          fc.constant(zone),
          fc.constantFrom(...changes(zone, 2006), ...changes(zone, 2026)),
        ),
      );
    const shift = fc.integer({ min: -3 * HOUR, max: 3 * HOUR });
    fc.assert(
      fc.property(nearChange, shift, shift, ([zone, change], early, late) => {
        const now = instant(change + early);
        const shownNow = zoned(zone, now);
        const time = wall(now + shownNow.offsetNanoseconds / 1e6 + late);
        expect(firstInstant(zone, time) <= now).toBe(time <= reached(zone, now));
      }),
      { numRuns: 500 },
    );
  });
});
