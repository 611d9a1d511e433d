import { instant, seconds } from '@hearth/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instants } from './instants.ts';
import { latestInstant } from './latest-instant.ts';
import { lines, nearChanges } from './oracle.test.helper.ts';
import type { Schedule } from './schedule.ts';
import { at, cron, shown } from './zoned.test.helper.ts';

const DAY = 86_400_000;

test('both ends count', () => {
  const every: Schedule = { kind: 'every', every: seconds(60) };
  expect(latestInstant(every, instant(120_000), instant(120_000))).toBe(120_000);
  expect(latestInstant(every, instant(179_999), instant(120_001))).toBeNull();
  const line = cron('0 * * * *', 'UTC');
  expect(latestInstant(line, at('2026-05-01T10:00Z'), at('2026-05-01T10:00Z'))).toBe(
    at('2026-05-01T10:00Z'),
  );
  expect(
    latestInstant(line, at('2026-05-01T10:59:59.999Z'), at('2026-05-01T10:00:00.001Z')),
  ).toBeNull();
});

test('finds the one before the hour that is shown again', () => {
  const latest = latestInstant(
    cron('30 1 * * *', 'Europe/London'),
    at('2026-10-25T01:45+00:00'),
    instant(0),
  );
  expect(shown('Europe/London', latest)).toBe('2026-10-25T01:30+01:00');
});

test('finds the one that the gap has put off', () => {
  const line = cron('0 0 * * fri', 'Africa/Cairo');
  const latest = latestInstant(line, at('2026-04-24T12:00Z'), at('2026-04-23T12:00Z'));
  expect(shown('Africa/Cairo', latest)).toBe('2026-04-24T01:00+03:00');
});

test('is the last of all instants, wherever the search begins', () => {
  const intervals = fc.integer({ min: 60, max: 100_000 }).map((every): Schedule => {
    return { kind: 'every', every: seconds(every) };
  });
  const schedules = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(lines, nearChanges).map(([line, { zone }]) => cron(line.text, zone)),
    },
    { weight: 1, arbitrary: intervals },
  );
  const back = fc.integer({ min: 0, max: 2 * DAY });
  fc.assert(
    fc.property(schedules, nearChanges, back, (schedule, { now }, before) => {
      const notBefore = instant(now - before);
      const all = instants(schedule, instant(notBefore - 1), now, 5000);
      expect(latestInstant(schedule, now, notBefore)).toBe(all.at(-1) ?? null);
    }),
    { numRuns: 400 },
  );
});

test('looks back over a gap of years for a rare line', () => {
  const line = cron('0 */4 29 2 *', 'Europe/London');
  const latest = latestInstant(line, at('2026-11-29T00:00Z'), instant(0));
  expect(shown('Europe/London', latest)).toBe('2024-02-29T20:00+00:00');
  expect(latestInstant(line, at('2026-11-29T00:00Z'), at('2025-01-01T00:00Z'))).toBeNull();
});

describe('after decades of downtime the answer does not come by walking through them', () => {
  const [start, end] = [at('1971-01-01T00:00Z'), at('2026-11-29T12:34:56Z')];

  test('for an interval of a second', () => {
    const every: Schedule = { kind: 'every', every: seconds(1) };
    expect(latestInstant(every, end, start)).toBe(end);
  });

  test('for a line of every minute', () => {
    const line = cron('* * * * *', 'Europe/London');
    expect(latestInstant(line, end, start)).toBe(at('2026-11-29T12:34Z'));
  });

  test('for a line with a fixed hour', () => {
    const line = cron('* 3 * * *', 'America/New_York');
    expect(shown('America/New_York', latestInstant(line, end, start))).toBe(
      '2026-11-29T03:59-05:00',
    );
  });
});
