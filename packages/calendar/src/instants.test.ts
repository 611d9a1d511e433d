import { instant, seconds, type Instant } from '@hearth/words';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instants } from './instants.ts';
import { nextInstant } from './next-instant.ts';
import { lines, nearChanges, slowInstants } from './oracle.test.helper.ts';
import type { Schedule } from './schedule.ts';
import { at, cron, ZONES, zoned } from './zoned.test.helper.ts';

const DAY = 86_400_000;

test('takes neither the start nor what lies beyond the end, but the end itself', () => {
  const every: Schedule = { kind: 'every', every: seconds(60) };
  expect(instants(every, instant(60_000), instant(180_000), 10)).toEqual([120_000, 180_000]);
  expect(instants(every, instant(60_000), instant(179_999), 10)).toEqual([120_000]);
  expect(instants(every, instant(60_000), instant(60_000), 10)).toEqual([]);
});

test('gives no more than was asked for', () => {
  const line = cron('* * * * *', 'UTC');
  expect(instants(line, instant(0), instant(DAY), 3)).toEqual([60_000, 120_000, 180_000]);
  expect(instants(line, instant(0), instant(DAY), 0)).toEqual([]);
});

test('every line is due when a minute-by-minute search with Temporal says so', () => {
  fc.assert(
    fc.property(lines, nearChanges, (line, { zone, now }) => {
      const until = instant(now + DAY);
      const due = instants(cron(line.text, zone), now, until, 2000);
      expect(due).toEqual(slowInstants(line, zone, now, until));
    }),
    { numRuns: 300 },
  );
});

test('each instant is later than the one before, and what nextInstant gives one by one', () => {
  const schedules = fc.oneof(
    fc.tuple(lines, nearChanges).map(([line, { zone }]) => cron(line.text, zone)),
    fc.integer({ min: 1, max: 10_000_000 }).map((every): Schedule => {
      return { kind: 'every', every: seconds(every / 1000) };
    }),
  );
  fc.assert(
    fc.property(schedules, nearChanges, (schedule, { now }) => {
      const due = instants(schedule, now, instant(now + 30 * DAY), 60);
      let last: Instant = now;
      for (const time of due) {
        expect(time).toBeGreaterThan(last);
        expect(nextInstant(schedule, last)).toBe(time);
        expect(nextInstant(schedule, instant(time - 1))).toBe(time);
        last = time;
      }
    }),
    { numRuns: 200 },
  );
});

test('a line with a fixed hour comes exactly once for each date of three years', () => {
  const from = Temporal.PlainDate.from('2025-01-01');
  const dates = Array.from({ length: 3 * 365 }, (_, index) => from.add({ days: index }).toString());
  for (const zone of ZONES) {
    for (const time of ['0 0', '30 0', '30 1', '15 2', '45 2', '30 12', '30 23']) {
      const [start, end] = [from, from.add({ years: 3 })].map((date) =>
        instant(date.toZonedDateTime(zone).epochMilliseconds - 1),
      );
      const due = instants(cron(`${time} * * *`, zone), start ?? at(''), end ?? at(''), 5000);
      // In Nuuk half past eleven in the evening is left out once a year, and so comes at midnight.
      const late = zone === 'America/Nuuk' && time === '30 23' ? 2 * 3_600_000 : 0;
      const found = due.map((next) =>
        zoned(zone, instant(next - late))
          .toPlainDate()
          .toString(),
      );
      expect(found, `${time} in ${zone}`).toEqual(dates);
    }
  }
});
