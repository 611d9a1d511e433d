import { epoch, name } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  digest,
  enqueued,
  exited,
  temporaryQueue,
} from '../temporary.test.helper.ts';

test('an attempt that never started counts as nothing, and its run has its old place', () => {
  const queue = temporaryQueue();
  const first = enqueued(queue, digest, 0);
  enqueued(queue, digest, 5);
  const { attempt } = claimedRun(queue);
  const answer = queue.takeBack({ attemptId: attempt.id, epoch: attempt.epoch, now: at(60) });
  expect(answer).toMatchObject({
    ok: true,
    run: {
      id: first.id,
      state: 'ready',
      runAt: first.runAt,
      failures: 0,
      interruptions: 0,
      epoch: 1,
    },
    attempt: { endedAt: at(60), ending: { outcome: 'not_started' }, duration: null },
  });
  expect(queue.heads([digest])).toMatchObject([{ id: first.id }]);
  expect(claimedRun(queue).run).toMatchObject({ id: first.id, epoch: 2 });
});

test('one that has started is not taken back: what became of it is not known', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  queue.started({ attemptId: attempt.id, epoch: attempt.epoch, place: 'a.scope', at: at(1) });
  const request = { attemptId: attempt.id, epoch: attempt.epoch, now: at(60) };
  expect(queue.takeBack(request)).toEqual({ ok: false, reason: 'started' });
  expect(queue.run(run.id)?.state).toBe('running');
});

test('one whose end a person has asked for is cancelled', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  queue.requestStop(run.id, 'stopped_by_person');
  queue.takeBack({ attemptId: attempt.id, epoch: attempt.epoch, now: at(60) });
  expect(queue.run(run.id)).toMatchObject({ state: 'cancelled', finishedAt: at(60) });
});

test('one that has ended, is not the newest or never was is answered as by its end', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  const request = { attemptId: attempt.id, epoch: attempt.epoch, now: at(200) };
  expect(queue.takeBack({ ...request, epoch: epoch(3) })).toEqual({
    ok: false,
    reason: 'stale_epoch',
  });
  expect(queue.takeBack({ ...request, attemptId: name('9-x') })).toEqual({
    ok: false,
    reason: 'unknown',
  });
  queue.endAttempt(exited(attempt), () => ({ state: 'succeeded' }));
  expect(queue.takeBack(request)).toMatchObject({
    ok: true,
    repeated: true,
    run: { state: 'succeeded' },
  });
});
