import { name, runId, type RunnerName } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  at,
  claimOf,
  claimedRun,
  digest,
  enqueued,
  exited,
  pi,
  succeeded,
  temporaryFolder,
  temporaryQueue,
} from '../temporary.test.helper.ts';

test('a claim makes a ready run running, one epoch higher, with an open attempt', () => {
  const queue = temporaryQueue();
  queue.enqueue({ job: digest, priority: 'user', parameters: { depth: 3 }, now: at(0) });
  const request = claimOf({ job: digest }, 5);
  const answer = queue.claim(request);
  expect(answer).toMatchObject({
    ok: true,
    repeated: false,
    parameters: { depth: 3 },
    run: { id: 1, state: 'running', epoch: 1, priority: 'user' },
    attempt: {
      id: `1-${request.token}`,
      runId: 1,
      job: digest,
      epoch: 1,
      runner: pi,
      bootId: 'boot-1',
      claimId: request.claimId,
      claimedAt: at(5),
      startedAt: null,
      endedAt: null,
      ending: null,
    },
  });
  expect(queue.openAttempts()).toEqual([
    { run: answer.ok && answer.run, attempt: answer.ok && answer.attempt },
  ]);
  expect(queue.counts()).toMatchObject({ ready: 0, running: 1 });
});

test('a run that the caller chose is claimed, though another one is the head', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const second = enqueued(queue);
  expect(queue.claim(claimOf({ run: second.id }))).toMatchObject({ run: { id: second.id } });
});

test('only a ready run is given away', () => {
  const queue = temporaryQueue();
  const none = { ok: false, reason: 'none_ready' };
  expect(queue.claim(claimOf({ job: digest }))).toEqual(none);
  expect(queue.claim(claimOf({ run: runId(7) }))).toEqual(none);
  const over = succeeded(queue);
  queue.enqueue({ job: digest, priority: 'batch', runAt: at(60), now: at(0) });
  enqueued(queue);
  const { run: running } = claimedRun(queue);
  for (const id of [over.id, runId(2), running.id]) {
    expect(queue.claim(claimOf({ run: id }))).toEqual(none);
  }
  expect(queue.claim(claimOf({ job: digest }))).toEqual(none);
});

test('the same claim gets the same attempt again while it is open, and no other run', () => {
  const queue = temporaryQueue();
  queue.enqueue({ job: digest, priority: 'batch', parameters: { depth: 3 }, now: at(0) });
  enqueued(queue);
  const request = claimOf({ job: digest });
  const first = queue.claim(request);
  expect(queue.claim({ ...request, token: 'another-token', now: at(30) })).toEqual({
    ...first,
    repeated: true,
  });
  expect(queue.claimed(pi, request.claimId)).toEqual({ ...first, repeated: true });
  expect(queue.counts()).toMatchObject({ ready: 1, running: 1 });
});

test('the claim of another runner is another claim, whatever its id', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const request = claimOf({ job: digest });
  queue.claim(request);
  const other: RunnerName = name('other');
  expect(queue.claimed(other, request.claimId)).toBe(null);
  expect(queue.claim({ ...request, runner: other })).toEqual({ ok: false, reason: 'none_ready' });
});

test('an attempt that has ended is not given out again', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const request = claimOf({ job: digest });
  const first = queue.claim(request);
  if (first.ok) queue.endAttempt(exited(first.attempt), () => ({ state: 'succeeded' }));
  expect(queue.claimed(pi, request.claimId)).toBe(null);
  expect(queue.claim(request)).toEqual({ ok: false, reason: 'none_ready' });
});

test('a claim is there after the queue was closed and opened again', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  enqueued(queue);
  const { run, attempt } = claimedRun(queue);
  queue.close();
  expect(temporaryQueue({ folder }).openAttempts()).toEqual([{ run, attempt }]);
});
