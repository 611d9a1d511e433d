/** Histories for the tests of this package: written out, and made up by fast-check. */
import { instant, runId, seconds, type Instant } from '@hearth/words';
import * as fc from 'fast-check';
import type { PastRun } from './past-run.ts';
import type { EstimateRules, Rule } from './rules.ts';

/** 2 November 2026, 09:00 UTC. */
export const START: Instant = instant(Date.UTC(2026, 10, 2, 9));
const HOUR = 3_600_000;

/** Runs that completed after so many seconds each, one an hour, with the ids 1, 2, 3, … */
export function completed(...durations: readonly number[]): PastRun[] {
  return durations.map((duration, index) => past(index + 1, duration, 'completed'));
}

/** The run with this id, which ended as many hours after {@link START} as its id says. */
export function past(id: number, duration: number, result: PastRun['result']): PastRun {
  const endedAt = instant(START + id * HOUR);
  return { runId: runId(id), endedAt, duration: seconds(duration), result };
}

/** Rules that add nothing of their own: no `expect`, no window, a ceiling that nothing reaches. */
export function rules(rule: Rule, more: Partial<EstimateRules> = {}): EstimateRules {
  return { rule, expect: null, ceiling: seconds(1e9), longestGap: null, ...more };
}

/** The moment the last run of the history ended, or {@link START}. */
export function endOf(history: readonly PastRun[]): Instant {
  return history.at(-1)?.endedAt ?? START;
}

/** Durations that are often alike, often equal, and sometimes far apart, as those of real jobs are. */
export const anyDuration: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 200, max: 400 }),
  fc.integer({ min: 0, max: 100_000 }),
);

/** Rules of every kind. */
export const anyRules: fc.Arbitrary<EstimateRules> = fc.record({
  rule: fc.constantFrom('last-five' as const, 'long-memory' as const),
  expect: fc.option(anyDuration.map(seconds)),
  ceiling: fc.constantFrom(seconds(300), seconds(1e9)),
  longestGap: fc.option(fc.constantFrom(seconds(500), seconds(60_000))),
});

/** Histories of completed runs from nothing to a few hundred, with gaps from a minute to weeks. */
export const anyCompleted: fc.Arbitrary<PastRun[]> = historyOf(fc.constant('completed'));

/** Histories in which runs end in every way. */
export const anyHistory: fc.Arbitrary<PastRun[]> = historyOf(
  fc.constantFrom('completed', 'completed', 'completed', 'noop', 'failed', 'stopped', 'other'),
);

function historyOf(result: fc.Arbitrary<PastRun['result']>): fc.Arbitrary<PastRun[]> {
  const gap = fc.constantFrom(60_000, HOUR, 24 * HOUR, 24 * HOUR * 12);
  const step = fc.tuple(anyDuration, result, gap);
  const length = fc.constantFrom(3, 8, 20, 140);
  return length
    .chain((maxLength) => fc.array(step, { maxLength, size: 'max' }))
    .map((steps) => {
      let at = START;
      return steps.map(([duration, ending, wait], index) => {
        at = instant(at + wait);
        return { ...past(index + 1, duration, ending), endedAt: at };
      });
    });
}
