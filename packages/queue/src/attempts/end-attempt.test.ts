import { bytes, epoch, name, runId, seconds, type Ending } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  digest,
  enqueued,
  exited,
  temporaryQueue,
} from '../temporary.test.helper.ts';
import type { Next } from './next.ts';

const succeed = (): Next => ({ state: 'succeeded' });

const failed: Ending = { outcome: 'exited', code: 1, signal: null, evidence: null };

test('a run whose attempt succeeded is over, with its times', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  queue.started({ attemptId: attempt.id, epoch: attempt.epoch, place: 'a.scope', at: at(30) });
  const answer = queue.endAttempt(exited(attempt), () => ({ state: 'succeeded' }));
  expect(answer).toMatchObject({
    ok: true,
    repeated: false,
    run: {
      state: 'succeeded',
      startedAt: at(30),
      finishedAt: at(100),
      failures: 0,
      outcome: 'exited',
    },
    attempt: { endedAt: at(100), duration: 60, outputBytes: 10, ending: { code: 0 } },
  });
  expect(queue.run(run.id)).toMatchObject({ ...(answer.ok && answer.run) });
  expect(queue.attempt(attempt.id)).toEqual(answer.ok && answer.attempt);
  expect(queue.openAttempts()).toEqual([]);
});

test.each<Ending>([
  { outcome: 'exited', code: 0, signal: null, evidence: null },
  { outcome: 'exited', code: 3, signal: null, evidence: null },
  { outcome: 'exited', code: 0, signal: null, evidence: 'it says that all is well' },
  { outcome: 'timeout', code: null, signal: 'SIGTERM', evidence: null },
])(
  'the end of a success is kept as it was told, whatever became of the attempt before: %o',
  (ending) => {
    const queue = temporaryQueue();
    enqueued(queue);
    const killed: Ending = { outcome: 'oom', code: null, signal: 'SIGKILL', evidence: 'at 2 GiB' };
    const before = exited(claimedRun(queue).attempt, { ending: killed });
    queue.endAttempt(before, () => ({
      state: 'scheduled',
      counts: 'failure',
      runAt: at(0),
      note: 'oom',
    }));
    const { attempt } = claimedRun(queue);
    const answer = queue.endAttempt(exited(attempt, { ending }), succeed);
    expect(answer).toMatchObject({ ok: true, attempt: { ending }, run: { note: null } });
    expect(queue.attempt(attempt.id)).toEqual(answer.ok && answer.attempt);
    expect(queue.run(attempt.runId)).toMatchObject({ ...(answer.ok && answer.run) });
    expect(queue.attempt(before.attemptId)?.ending).toEqual(killed);
  },
);

test('the caller decides by the run as it was and the attempt as it ended', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  const seen: unknown[] = [];
  queue.endAttempt(exited(attempt, { ending: failed }), (...given) => {
    seen.push(...given);
    return { state: 'dead', counts: 'failure', note: 'exit code 1' };
  });
  expect(seen).toMatchObject([run, { id: attempt.id, endedAt: at(100), ending: failed }]);
});

test.each<[string, Next, object]>([
  [
    'a failure with a time to come is scheduled for it',
    { state: 'scheduled', counts: 'failure', runAt: at(130), note: 'failed: exit code 1' },
    {
      state: 'scheduled',
      failures: 1,
      interruptions: 0,
      firstFailedAt: at(100),
      runAt: at(130),
      note: 'failed: exit code 1',
      finishedAt: null,
    },
  ],
  [
    'an interruption whose time is now is ready at once',
    { state: 'scheduled', counts: 'interruption', runAt: at(100), note: null },
    { state: 'ready', failures: 0, interruptions: 1, firstFailedAt: null, runAt: at(100) },
  ],
  [
    'an attempt that counts as nothing changes no count',
    { state: 'scheduled', counts: 'nothing', runAt: at(0), note: null },
    { state: 'ready', failures: 0, interruptions: 0, runAt: at(0) },
  ],
  [
    'the last failure makes it dead',
    { state: 'dead', counts: 'failure', note: 'exit code 1; 3 of 3 attempts' },
    { state: 'dead', failures: 1, finishedAt: at(100), note: 'exit code 1; 3 of 3 attempts' },
  ],
  [
    'a stop by a person cancels it',
    { state: 'cancelled', note: 'stopped by a person' },
    { state: 'cancelled', failures: 0, finishedAt: at(100), note: 'stopped by a person' },
  ],
])('%s', (_, next, expected) => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  const answer = queue.endAttempt(exited(attempt, { ending: failed }), () => next);
  expect(answer).toMatchObject({ run: { ...expected, epoch: 1, outcome: 'exited' } });
  expect(queue.run(run.id)).toMatchObject({ ...(answer.ok && answer.run) });
});

test('counts grow over the attempts, and the first failure keeps its time', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  for (const [counts, now] of [
    ['failure', 100],
    ['interruption', 200],
    ['failure', 300],
  ] as const) {
    const { attempt } = claimedRun(queue);
    queue.endAttempt(exited(attempt, { ending: failed, now: at(now) }), () => {
      return { state: 'scheduled', counts, runAt: at(now), note: null };
    });
  }
  expect(queue.run(runId(1))).toMatchObject({
    failures: 2,
    interruptions: 1,
    firstFailedAt: at(100),
    epoch: 3,
    attempts: [{ epoch: 1 }, { epoch: 2 }, { epoch: 3 }],
  });
});

test('the same word again changes nothing, and is answered with what was written', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  const report = exited(attempt, { ending: failed });
  const first = queue.endAttempt(report, () => {
    return { state: 'scheduled', counts: 'failure', runAt: at(900), note: null };
  });
  const again = queue.endAttempt({ ...report, now: at(500) }, () => {
    throw new Error('asked twice');
  });
  expect(again).toEqual({ ...first, repeated: true });
});

test('a word about an attempt that is not the newest is refused', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt: old } = claimedRun(queue);
  queue.endAttempt(exited(old, { ending: failed }), () => {
    return { state: 'scheduled', counts: 'failure', runAt: at(0), note: null };
  });
  const { attempt, run } = claimedRun(queue);
  const stale = { ok: false, reason: 'stale_epoch' };
  expect(queue.endAttempt(exited(old), succeed)).toEqual(stale);
  expect(queue.endAttempt(exited(attempt, { epoch: old.epoch }), succeed)).toEqual(stale);
  expect(queue.endAttempt(exited(attempt, { epoch: epoch(9) }), succeed)).toEqual(stale);
  expect(queue.endAttempt(exited(attempt, { attemptId: name('1-other') }), succeed)).toEqual({
    ok: false,
    reason: 'unknown',
  });
  expect(queue.run(run.id)).toMatchObject({ state: 'running', epoch: 2 });
});

test('where deciding fails, nothing has happened', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  expect(() =>
    queue.endAttempt(exited(attempt), () => {
      throw new Error('no such job');
    }),
  ).toThrow('no such job');
  expect(queue.openAttempts()).toEqual([{ run, attempt }]);
});

test('a start whose report was lost is put where the duration says it was', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  const answer = queue.endAttempt(exited(attempt, { duration: seconds(60.5) }), () => ({
    state: 'succeeded',
  }));
  expect(answer).toMatchObject({
    run: { startedAt: at(39.5) },
    attempt: { startedAt: at(39.5), duration: 60.5 },
  });
});

test('texts from the job are mended, never refused', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  const evidence = 'bad\0\u{D83D}text';
  const report = exited(attempt, {
    ending: { ...failed, evidence },
    outputBytes: bytes(22e9),
    lastOutput: `${'x'.repeat(20_000)}\0end`,
  });
  queue.endAttempt(report, () => ({ state: 'dead', counts: 'failure', note: evidence }));
  const shown = queue.run(run.id);
  expect(shown?.note).toBe('bad\u{FFFD}\u{FFFD}text');
  expect(shown?.attempts[0]?.ending?.evidence).toBe('bad\u{FFFD}\u{FFFD}text');
  expect(shown?.attempts[0]?.lastOutput).toMatch(/^x+\u{FFFD}end$/u);
  expect(shown?.attempts[0]?.lastOutput).toHaveLength(16_384);
  expect(shown?.attempts[0]?.outputBytes).toBe(22e9);
});

test('a run that is over is changed by no later word', () => {
  const queue = temporaryQueue();
  enqueued(queue, digest);
  const { attempt, run } = claimedRun(queue);
  queue.endAttempt(exited(attempt), () => ({ state: 'succeeded' }));
  const before = queue.run(run.id);
  expect(queue.cancel(run.id, 'no', at(900))).toMatchObject({ ok: false });
  expect(
    queue.endAttempt(exited(attempt), () => ({ state: 'cancelled', note: 'no' })),
  ).toMatchObject({ repeated: true });
  expect(queue.requestStop(run.id, 'stopped_by_person')).toEqual({
    ok: false,
    reason: 'not_running',
  });
  expect(queue.run(run.id)).toEqual(before);
});
