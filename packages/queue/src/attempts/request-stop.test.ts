import { runId } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  enqueued,
  temporaryFolder,
  temporaryQueue,
} from '../temporary.test.helper.ts';

test('the wish for an end is kept with the attempt, also over a restart', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  expect(queue.requestStop(run.id, 'stopped_by_window')).toEqual({
    ok: true,
    attempt: { ...attempt, stop: 'stopped_by_window' },
  });
  queue.close();
  expect(temporaryQueue({ folder }).openAttempts()).toMatchObject([
    { attempt: { stop: 'stopped_by_window' } },
  ]);
});

test("a person's wish is stronger than a window's, whichever comes first", () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { run } = claimedRun(queue);
  queue.requestStop(run.id, 'stopped_by_window');
  expect(queue.requestStop(run.id, 'stopped_by_person')).toMatchObject({
    attempt: { stop: 'stopped_by_person' },
  });
  expect(queue.requestStop(run.id, 'stopped_by_window')).toMatchObject({
    attempt: { stop: 'stopped_by_person' },
  });
});

test('the next attempt knows nothing of it', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  queue.requestStop(run.id, 'stopped_by_window');
  queue.takeBack({ attemptId: attempt.id, epoch: attempt.epoch, now: at(5) });
  expect(claimedRun(queue).attempt.stop).toBe(null);
});

test('only a running run can be stopped', () => {
  const queue = temporaryQueue();
  const { id } = enqueued(queue);
  expect(queue.requestStop(id, 'stopped_by_person')).toEqual({ ok: false, reason: 'not_running' });
  expect(queue.requestStop(runId(9), 'stopped_by_person')).toEqual({
    ok: false,
    reason: 'unknown',
  });
});
