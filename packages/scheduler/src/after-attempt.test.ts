import fc from 'fast-check';
import { after, instant, OUTCOMES, seconds, type Ending } from '@hearth/words';
import { expect, test } from 'vitest';

import { afterAttempt, MOST_INTERRUPTIONS, type Ended } from './after-attempt.ts';
import { job } from './house.test.helper.ts';

const NOW = instant(1_000_000);

function ended(ending: Partial<Ending>, about: Partial<Ended> = {}): Ended {
  return {
    ending: { outcome: 'exited', code: null, signal: null, evidence: null, ...ending },
    now: NOW,
    failures: 0,
    interruptions: 0,
    firstFailedAt: null,
    excuse: null,
    random: 0,
    ...about,
  };
}

test('exit code 0 is a success', () => {
  expect(afterAttempt(job(), ended({ code: 0 }))).toEqual({ state: 'succeeded' });
});

test('an exit code that says "nothing to do" is a success', () => {
  const noop = job({ estimate: { expect: null, rule: 'last-five', noop: [4] } });
  expect(afterAttempt(noop, ended({ code: 4 }))).toEqual({ state: 'succeeded' });
});

test('a failure comes back after the backoff and burns a retry', () => {
  expect(afterAttempt(job(), ended({ code: 3 }))).toEqual({
    state: 'scheduled',
    counts: 'failure',
    runAt: after(NOW, seconds(15)),
    note: 'failed: exit code 3',
  });
});

test('the last of the attempts makes the run dead', () => {
  expect(afterAttempt(job(), ended({ code: 3 }, { failures: 2 }))).toEqual({
    state: 'dead',
    counts: 'failure',
    note: 'exit code 3; 3 of 3 attempts',
  });
});

test('a final exit code makes the run dead at once', () => {
  const { retry } = job();
  const next = afterAttempt(job({ retry: { ...retry, final: [2] } }), ended({ code: 2 }));
  expect(next).toMatchObject({ state: 'dead', counts: 'failure' });
});

test('exit code 75 is an interruption that waits for the backoff', () => {
  expect(afterAttempt(job(), ended({ code: 75 }))).toMatchObject({
    counts: 'interruption',
    runAt: after(NOW, seconds(15)),
  });
});

test('a failure while a need is down burns no retry', () => {
  const next = afterAttempt(
    job(),
    ended({ code: 1 }, { failures: 2, excuse: 'probe nas is down' }),
  );
  expect(next).toMatchObject({
    state: 'scheduled',
    counts: 'interruption',
    note: 'interrupted: exit code 1 while probe nas is down',
  });
});

test('after a window or a shutdown the run is due again at once', () => {
  for (const outcome of ['stopped_by_window', 'shutdown'] as const) {
    expect(afterAttempt(job(), ended({ outcome }))).toMatchObject({
      counts: 'interruption',
      runAt: NOW,
    });
  }
});

test('a run that a person stopped is cancelled and not tried again', () => {
  expect(afterAttempt(job(), ended({ outcome: 'stopped_by_person' }))).toMatchObject({
    state: 'cancelled',
  });
});

test('with retry.for the tries end when the next one would come too late', () => {
  const lasting = job({ retry: { ...job().retry, for: seconds(60) } });
  const early = ended({ code: 1 }, { failures: 9, firstFailedAt: after(NOW, seconds(-10)) });
  expect(
    afterAttempt({ ...lasting, retry: { ...lasting.retry, max: seconds(40) } }, early),
  ).toMatchObject({
    state: 'scheduled',
  });
  const late = ended({ code: 1 }, { failures: 9, firstFailedAt: after(NOW, seconds(-55)) });
  expect(afterAttempt(lasting, late)).toMatchObject({ state: 'dead', counts: 'failure' });
});

test('whatever happens, failures stay within the attempts and interruptions within their limit', () => {
  const event = fc.record({
    outcome: fc.constantFrom(...OUTCOMES),
    code: fc.constantFrom(null, 0, 1, 75),
    excuse: fc.constantFrom(null, 'probe nas is down'),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.array(event, { maxLength: 60 }),
      (attempts, events) => {
        const tried = job({ retry: { ...job().retry, attempts } });
        let failures = 0;
        let interruptions = 0;
        for (const { outcome, code, excuse, random } of events) {
          const next = afterAttempt(
            tried,
            ended({ outcome, code }, { failures, interruptions, excuse, random }),
          );
          if ('counts' in next && next.counts === 'failure') failures += 1;
          if ('counts' in next && next.counts === 'interruption') interruptions += 1;
          expect(failures).toBeLessThanOrEqual(attempts);
          expect(interruptions).toBeLessThanOrEqual(MOST_INTERRUPTIONS);
          if (next.state !== 'scheduled') return;
          expect(next.runAt).toBeGreaterThanOrEqual(NOW);
          expect(next.runAt).toBeLessThanOrEqual(after(NOW, tried.retry.max));
        }
      },
    ),
    { numRuns: 2000 },
  );
});
