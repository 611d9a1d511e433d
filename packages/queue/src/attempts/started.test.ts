import { epoch, name } from '@hearth/words';
import { expect, test } from 'vitest';

import { at, claimedRun, enqueued, exited, temporaryQueue } from '../temporary.test.helper.ts';

test('a start is noted with its place, on the attempt and on the run', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  const report = {
    attemptId: attempt.id,
    epoch: attempt.epoch,
    place: 'hearth-1.scope',
    at: at(3),
  };
  const startedAttempt = { ...attempt, startedAt: at(3), place: 'hearth-1.scope' };
  expect(queue.started(report)).toEqual({ ok: true, attempt: startedAttempt });
  expect(queue.attempt(attempt.id)).toEqual(startedAttempt);
  expect(queue.run(run.id)).toMatchObject({ state: 'running', startedAt: at(3) });
});

test('said twice, the first time stands', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  const report = { attemptId: attempt.id, epoch: attempt.epoch, place: 'a.scope', at: at(3) };
  queue.started(report);
  expect(queue.started({ ...report, at: at(9) })).toMatchObject({
    ok: true,
    attempt: { startedAt: at(3) },
  });
});

test('a word about an attempt that is not the newest, is over or never was is refused', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  const report = { attemptId: attempt.id, epoch: attempt.epoch, place: 'a.scope', at: at(3) };
  expect(queue.started({ ...report, epoch: epoch(2) })).toEqual({
    ok: false,
    reason: 'stale_epoch',
  });
  expect(queue.started({ ...report, attemptId: name('1-other') })).toEqual({
    ok: false,
    reason: 'unknown',
  });
  queue.endAttempt(exited(attempt), () => {
    return { state: 'scheduled', counts: 'failure', runAt: at(50), note: null };
  });
  expect(queue.started(report)).toEqual({ ok: false, reason: 'ended' });
  claimedRun(queue);
  expect(queue.started(report)).toEqual({ ok: false, reason: 'stale_epoch' });
});
