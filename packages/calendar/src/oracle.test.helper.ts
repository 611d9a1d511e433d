import { instant, type Instant } from '@hearth/words';
import fc from 'fast-check';
import { parseCron } from './parse-cron.ts';
import { changes, ZONES, zoned } from './zoned.test.helper.ts';

/** A cron line that is made of its numbers, so that a test knows what it means without reading it. */
export interface Line {
  readonly text: string;
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly dayMatches: (date: Temporal.PlainDate) => boolean;
  readonly fixedHour: boolean;
}

/**
 * What a line means, slowly and by Temporal alone: every minute of the time from `after` (excluded) to `until`
 * (included) is looked at, and every wall time of every date for a line with a fixed hour.
 */
export function slowInstants(line: Line, zone: string, after: Instant, until: Instant): Instant[] {
  const due = line.fixedHour
    ? timesOfDay(line, zone, after, until)
    : everyMinute(line, zone, after, until);
  return due.filter((time) => time > after && time <= until);
}

function everyMinute(line: Line, zone: string, after: Instant, until: Instant): Instant[] {
  const due: Instant[] = [];
  for (let time = Math.floor(after / 60_000) * 60_000; time <= until; time += 60_000) {
    const date = zoned(zone, instant(time));
    if (!line.minutes.includes(date.minute) || !line.hours.includes(date.hour)) continue;
    if (line.dayMatches(date.toPlainDate())) due.push(instant(time));
  }
  return due;
}

function timesOfDay(line: Line, zone: string, after: Instant, until: Instant): Instant[] {
  const due = new Set<Instant>();
  const last = zoned(zone, until).toPlainDate().add({ days: 1 });
  let date = zoned(zone, after).toPlainDate().subtract({ days: 1 });
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    if (!line.dayMatches(date)) continue;
    for (const hour of line.hours) {
      for (const minute of line.minutes) {
        const time = date.toPlainDateTime({ hour, minute });
        const earlier = time.toZonedDateTime(zone, { disambiguation: 'earlier' });
        // In a gap, Temporal goes back by the length of the gap: the end of the gap is the next change.
        const inGap = !earlier.toPlainDateTime().equals(time);
        const shown = inGap ? earlier.getTimeZoneTransition('next') : earlier;
        if (shown !== null) due.add(instant(shown.epochMilliseconds));
      }
    }
  }
  return [...due].sort((a, b) => a - b);
}

/** The whole numbers from `low` to `high`. */
function numbers(low: number, high: number): readonly number[] {
  return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}

interface FieldText {
  readonly text: string;
  readonly numbers: readonly number[];
}

function inOrder(list: readonly number[]): number[] {
  return [...list].sort((a, b) => a - b);
}

/** A star, a star with a step, a range, or a list, of the numbers of a field. */
function field(all: readonly number[]): fc.Arbitrary<FieldText> {
  const list = fc.uniqueArray(fc.constantFrom(...all), { minLength: 1, maxLength: 3 });
  const range = fc.uniqueArray(fc.constantFrom(...all), { minLength: 2, maxLength: 2 });
  return fc.oneof(
    fc.constant({ text: '*', numbers: all }),
    list.map((chosen) => ({ text: chosen.join(','), numbers: inOrder(chosen) })),
    range.map((ends) => {
      const [low = 0, high = 0] = inOrder(ends);
      return { text: `${low}-${high}`, numbers: all.filter((n) => n >= low && n <= high) };
    }),
    fc.integer({ min: 1, max: all.length }).map((step) => ({
      text: `*/${step}`,
      numbers: all.filter((_, index) => index % step === 0),
    })),
  );
}

/** Mostly a star, so that lines of several fields still come now and then. */
function mostlyStar(all: readonly number[]): fc.Arbitrary<FieldText> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant({ text: '*', numbers: all }) }, field(all));
}

/** An hour that changes of clocks touch. */
const oddHour = field([0, 1, 2, 3, 23]).filter(({ text }) => isList(text));

/** Any line that can come, its hour often one that a change of clocks touches. */
export const lines: fc.Arbitrary<Line> = fc
  .record({
    minute: field(numbers(0, 59)),
    hour: fc.oneof(field(numbers(0, 23)), oddHour),
    date: mostlyStar(numbers(1, 31)),
    month: mostlyStar(numbers(1, 12)),
    weekday: mostlyStar(numbers(0, 6)),
  })
  .map(({ minute, hour, date, month, weekday }) => ({
    text: [minute, hour, date, month, weekday].map((part) => part.text).join(' '),
    minutes: minute.numbers,
    hours: hour.numbers,
    fixedHour: isList(hour.text),
    dayMatches: (day: Temporal.PlainDate) => {
      const byDate = date.numbers.includes(day.day);
      const byWeekday = weekday.numbers.includes(day.dayOfWeek % 7);
      const both = date.text.startsWith('*') || weekday.text.startsWith('*');
      const byEither = both ? byDate && byWeekday : byDate || byWeekday;
      return month.numbers.includes(day.month) && byEither;
    },
  }))
  .filter((line) => parseCron(line.text, 'UTC').ok);

function isList(text: string): boolean {
  return /^[\d,]+$/.test(text);
}

/** A zone, and an instant within a day and a half of a change of its clocks, to the millisecond. */
export const nearChanges: fc.Arbitrary<{ readonly zone: string; readonly now: Instant }> = fc
  .constantFrom(...ZONES.slice(0, 6))
  .chain((zone) =>
    fc.record({
      zone: fc.constant(zone),
      now: fc
        .tuple(
          fc.constantFrom(...changes(zone, 2026), ...changes(zone, 2027)),
          fc.oneof(
            fc.integer({ min: -2160, max: 2160 }).map((minutes) => minutes * 60_000),
            fc.integer({ min: -7_200_000, max: 7_200_000 }),
          ),
        )
        .map(([change, shift]) => instant(change + shift)),
    }),
  );
