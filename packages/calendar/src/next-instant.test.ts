import { instant, seconds } from '@hearth/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instants } from './instants.ts';
import { nextInstant } from './next-instant.ts';
import { at, changes, cron, shown, ZONES } from './zoned.test.helper.ts';

const DAY = 86_400_000;

/** All times of a line from an instant on, as the clock of its zone shows them. */
function times(text: string, zone: string, from: string, until: string): (string | null)[] {
  const due = instants(cron(text, zone), instant(at(from) - 1), at(until), 1000);
  return due.map((time) => shown(zone, time));
}

describe('an interval', () => {
  test('is due at its multiples since the Unix epoch, strictly later than asked', () => {
    const every = { kind: 'every', every: seconds(900) } as const;
    expect(nextInstant(every, at('2026-03-29T01:00Z'))).toBe(at('2026-03-29T01:15Z'));
    expect(nextInstant(every, at('2026-03-29T01:14:59.999Z'))).toBe(at('2026-03-29T01:15Z'));
    expect(nextInstant(every, instant(-1))).toBe(0);
    expect(nextInstant(every, instant(0))).toBe(900_000);
  });

  test('of a fraction of a second counts in whole milliseconds', () => {
    expect(nextInstant({ kind: 'every', every: seconds(0.1) }, instant(1000))).toBe(1100);
  });

  test.each([0, -60, 0.0001, Number.NaN])('of %d s is a mistake of the caller', (every) => {
    expect(() => nextInstant({ kind: 'every', every: seconds(every) }, instant(0))).toThrow(
      /at least a millisecond/,
    );
  });

  test('ends where time ends', () => {
    const every = { kind: 'every', every: seconds(86_400) } as const;
    expect(nextInstant(every, instant(8.64e15))).toBeNull();
  });
});

describe('a line with a fixed hour', () => {
  test('is due at the end of the gap in spring, once', () => {
    const due = times('30 1 * * *', 'Europe/London', '2026-03-28T00:00Z', '2026-03-30T12:00Z');
    expect(due).toEqual([
      '2026-03-28T01:30+00:00',
      '2026-03-29T02:00+01:00',
      '2026-03-30T01:30+01:00',
    ]);
  });

  test('is due at the first showing of a repeated hour in autumn, once', () => {
    const due = times('30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', '2026-11-02T12:00Z');
    expect(due).toEqual(['2026-11-01T01:30-04:00', '2026-11-02T01:30-05:00']);
  });

  test('comes once at the end of the gap for all its times in it, and for one that lies there anyway', () => {
    const due = times(
      '0,20,40 2,3 * * *',
      'America/New_York',
      '2026-03-08T05:00Z',
      '2026-03-08T09:00Z',
    );
    expect(due).toEqual([
      '2026-03-08T03:00-04:00',
      '2026-03-08T03:20-04:00',
      '2026-03-08T03:40-04:00',
    ]);
  });

  test('keeps its rule with a star or a step in the minute', () => {
    const due = times('*/20 1 * * *', 'Europe/London', '2026-10-25T00:00Z', '2026-10-25T12:00Z');
    expect(due).toEqual([
      '2026-10-25T01:00+01:00',
      '2026-10-25T01:20+01:00',
      '2026-10-25T01:40+01:00',
    ]);
  });

  test('works where clocks change by half an hour', () => {
    const zone = 'Australia/Lord_Howe';
    expect(times('15 2 * * *', zone, '2026-10-03T12:00Z', '2026-10-04T12:00Z')).toEqual([
      '2026-10-04T02:30+11:00',
    ]);
    expect(times('45 1 * * *', zone, '2026-04-04T12:00Z', '2026-04-05T12:00Z')).toEqual([
      '2026-04-05T01:45+11:00',
    ]);
  });

  test('works where the gap begins at midnight', () => {
    expect(times('@daily', 'Africa/Cairo', '2026-04-23T00:00Z', '2026-04-25T00:00Z')).toEqual([
      '2026-04-24T01:00+03:00',
      '2026-04-25T00:00+03:00',
    ]);
    expect(times('0 0 * * fri', 'Africa/Cairo', '2026-04-23T00:00Z', '2026-04-29T00:00Z')).toEqual([
      '2026-04-24T01:00+03:00',
    ]);
    expect(times('30 0 * * *', 'America/Havana', '2026-11-01T00:00Z', '2026-11-02T00:00Z')).toEqual(
      ['2026-11-01T00:30-04:00'],
    );
  });

  test('comes after midnight where the gap reaches over it', () => {
    expect(
      times('30 23 * * sat', 'America/Nuuk', '2026-03-27T00:00Z', '2026-03-31T00:00Z'),
    ).toEqual(['2026-03-29T00:00-01:00']);
  });
});

describe('a line with a rhythm', () => {
  test('of half an hour comes every half hour on both days of change', () => {
    for (const zone of ZONES) {
      for (const change of changes(zone, 2026)) {
        const due = instants(
          cron('*/30 * * * *', zone),
          instant(change - DAY),
          instant(change + DAY),
          1000,
        );
        const steps = due.slice(1).map((time, index) => time - (due[index] ?? 0));
        expect(new Set(steps)).toEqual(new Set([30 * 60_000]));
      }
    }
  });

  test('of four hours does not miss the day when one of its times is left out', () => {
    const due = times('30 2-22/4 * * *', 'Europe/Berlin', '2026-03-28T20:00Z', '2026-03-29T09:00Z');
    expect(due).toEqual([
      '2026-03-28T22:30+01:00',
      '2026-03-29T06:30+02:00',
      '2026-03-29T10:30+02:00',
    ]);
  });

  test('follows the hours of the clock', () => {
    const due = times('0 */4 * * *', 'Europe/London', '2026-03-29T00:00Z', '2026-03-29T11:00Z');
    expect(due).toEqual([
      '2026-03-29T00:00+00:00',
      '2026-03-29T04:00+01:00',
      '2026-03-29T08:00+01:00',
      '2026-03-29T12:00+01:00',
    ]);
  });

  test('comes at both showings of a repeated hour, also when its hours are a range', () => {
    const due = times('30 1-2 * * *', 'Europe/London', '2026-10-25T00:00Z', '2026-10-25T12:00Z');
    expect(due).toEqual([
      '2026-10-25T01:30+01:00',
      '2026-10-25T01:30+00:00',
      '2026-10-25T02:30+00:00',
    ]);
  });
});

/** The days of the first two weeks of March 2026, which began on a Sunday, on which a line is due. */
function days(text: string): (string | undefined)[] {
  const due = times(text, 'UTC', '2026-03-01T00:00Z', '2026-03-15T00:00Z');
  return due.map((time) => time?.slice(8, 10));
}

describe('the days of a line', () => {
  test('match by either field when both are given', () => {
    expect(days('0 0 3 * mon')).toEqual(['02', '03', '09']);
  });

  test('match by both fields when one starts with a star', () => {
    expect(days('0 0 */2 * mon')).toEqual(['09']);
    expect(days('0 0 1-7 * */7')).toEqual(['01']);
  });

  test('take Sunday as 0, 7 and by name, also at the end of a range', () => {
    for (const sunday of ['0', '7', 'sun', 'sun-sun']) {
      expect(days(`0 0 * * ${sunday}`)).toEqual(['01', '08', '15']);
    }
    expect(days('0 0 * * sat-sun')).toEqual(['01', '07', '08', '14', '15']);
    expect(days('0 0 * * sun-mon')).toEqual(['01', '02', '08', '09', '15']);
  });

  test('wait for a leap year', () => {
    const next = nextInstant(cron('0 12 29 2 *', 'Europe/London'), at('2026-01-01T00:00Z'));
    expect(shown('Europe/London', next)).toBe('2028-02-29T12:00+00:00');
  });
});

test('cron lines end with the year 2999', () => {
  const line = cron('0 0 1 1 *', 'UTC');
  expect(nextInstant(line, at('2998-06-01T00:00Z'))).toBe(at('2999-01-01T00:00Z'));
  expect(nextInstant(line, at('2999-06-01T00:00Z'))).toBeNull();
});

test('instants before 1970, and 1970 itself, are instants like others', () => {
  const line = cron('0 0 * * *', 'UTC');
  expect(nextInstant(line, instant(-1))).toBe(0);
  expect(nextInstant(line, instant(-DAY))).toBe(0);
});

test('a line that was never checked is a mistake of the caller', () => {
  const wrongLine = { kind: 'cron', expression: '0 0 31 2 *', timeZone: 'UTC' } as const;
  expect(() => nextInstant(wrongLine, instant(0))).toThrow(/can never come/);
  const wrongZone = { kind: 'cron', expression: '0 0 * * *', timeZone: 'Europe/Lundon' } as const;
  expect(() => nextInstant(wrongZone, instant(0))).toThrow(RangeError);
});

test('a line is the same after more lines were asked for than are remembered', () => {
  const all = Array.from({ length: 600 }, (_, index) =>
    cron(`${index % 60} ${index % 24} ${(index % 28) + 1} * *`, 'UTC'),
  );
  const now = at('2026-01-01T00:00Z');
  const before = all.map((line) => nextInstant(line, now));
  expect(all.map((line) => nextInstant(line, now))).toEqual(before);
});

test('what was asked before does not change the answer', () => {
  const questions = fc.array(
    fc.record({
      line: fc.constantFrom(...ZONES).map((zone) => cron('15 */3 * * *', zone)),
      now: fc.integer({ min: Date.UTC(2024), max: Date.UTC(2028) }),
    }),
    { minLength: 2, maxLength: 20 },
  );
  fc.assert(
    fc.property(questions, (asked) => {
      const forwards = asked.map(({ line, now }) => nextInstant(line, instant(now)));
      const backwards = asked.toReversed().map(({ line, now }) => nextInstant(line, instant(now)));
      expect(backwards.toReversed()).toEqual(forwards);
    }),
    { numRuns: 50 },
  );
});
