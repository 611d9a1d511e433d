import { instant } from '@hearth/words';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextSpan } from './next-span.ts';
import { spans } from './spans.ts';
import { WEEKDAYS, type Window } from './window.ts';
import { at, shown, ZONES } from './zoned.test.helper.ts';

const workday: Window = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:30',
  timeZone: 'Europe/London',
};

function opening(window: Window, now: string): string | null {
  return shown(window.timeZone, nextSpan(window, at(now))?.opens ?? null);
}

test('opens strictly later, also while one is open', () => {
  expect(opening(workday, '2026-11-26T08:59:59.999Z')).toBe('2026-11-26T09:00+00:00');
  expect(opening(workday, '2026-11-26T09:00Z')).toBe('2026-11-27T09:00+00:00');
  expect(opening(workday, '2026-11-27T12:00Z')).toBe('2026-11-30T09:00+00:00');
});

test('looks beyond all dates that are excepted', () => {
  const except = Array.from({ length: 30 }, (_, week) =>
    Temporal.PlainDate.from('2026-11-30').add({ weeks: week }).toString(),
  );
  const mondays: Window = { ...workday, days: ['mon'], except };
  expect(opening(mondays, '2026-11-26T00:00Z')).toBe('2027-06-28T09:00+01:00');
});

test('looks beyond a week in which the window lies in the gap', () => {
  const window: Window = { ...workday, days: ['sun'], from: '01:10', to: '01:50' };
  expect(opening(window, '2026-03-22T12:00Z')).toBe('2026-04-05T01:10+01:00');
});

test('a window without days never opens', () => {
  expect(nextSpan({ ...workday, days: [] }, at('2026-11-26T00:00Z'))).toBeNull();
});

test('is the first of the spans that open later', () => {
  const windows: fc.Arbitrary<Window> = fc.record({
    days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
    from: fc.constantFrom('00:00', '00:30', '01:30', '02:15', '12:00', '23:30'),
    to: fc.constantFrom('00:00', '01:00', '02:00', '02:30', '12:00', '23:45'),
    timeZone: fc.constantFrom(...ZONES),
  });
  fc.assert(
    fc.property(
      windows,
      fc.integer({ min: Date.UTC(2026), max: Date.UTC(2027) }),
      (window, now) => {
        const all = spans(window, instant(now), instant(now + 30 * 86_400_000));
        expect(nextSpan(window, instant(now))).toEqual(all.find((span) => span.opens > now));
      },
    ),
    { numRuns: 300 },
  );
});
