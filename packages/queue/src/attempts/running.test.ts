import { expect, test } from 'vitest';

import {
  at,
  claimOf,
  claimedRun,
  digest,
  enqueued,
  exited,
  pi,
  render,
  temporaryFolder,
  temporaryQueue,
} from '../temporary.test.helper.ts';

function undone(): never {
  throw new Error('undone');
}

test('a claim that is undone leaves nothing running, and the run can be claimed', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const request = claimOf({ job: digest });
  expect(() =>
    queue.durably(() => {
      expect(queue.claim(request)).toMatchObject({ ok: true });
      expect(queue.openAttempts()).toHaveLength(1);
      undone();
    }),
  ).toThrow('undone');
  expect(queue.openAttempts()).toEqual([]);
  expect(queue.claimed(pi, request.claimId)).toBe(null);
  expect(queue.counts()).toMatchObject({ ready: 1, running: 0 });
  expect(queue.claim(request)).toMatchObject({ ok: true, repeated: false, run: { epoch: 1 } });
});

test('an end, a start, a stop and a note that are undone leave the attempt as it was', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { run, attempt } = claimedRun(queue);
  const { id: attemptId, epoch } = attempt;
  for (const verb of [
    () => queue.endAttempt(exited(attempt), () => ({ state: 'succeeded' })),
    () => queue.started({ attemptId, epoch, place: 'a.scope', at: at(1) }),
    () => queue.requestStop(run.id, 'stopped_by_person'),
    () => queue.setRunNote(run.id, 'seen'),
  ]) {
    expect(() =>
      queue.durably(() => {
        verb();
        expect(queue.openAttempts()).not.toEqual([{ run, attempt }]);
        undone();
      }),
    ).toThrow('undone');
    expect(queue.openAttempts()).toEqual([{ run, attempt }]);
    expect(queue.attempt(attemptId)).toEqual(attempt);
  }
  const ended = queue.endAttempt(exited(attempt), () => ({ state: 'succeeded' }));
  expect(ended).toMatchObject({ ok: true, repeated: false });
});

test('what is undone does not undo what was committed before it', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  enqueued(queue, render);
  const { run, attempt } = claimedRun(queue);
  queue.durably(() => queue.requestStop(run.id, 'stopped_by_window'));
  expect(() =>
    queue.durably(() => {
      claimedRun(queue, render);
      undone();
    }),
  ).toThrow('undone');
  expect(queue.openAttempts()).toEqual([
    { run, attempt: { ...attempt, stop: 'stopped_by_window' } },
  ]);
});

test('what is known of running runs is what the file says when it is opened again', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  enqueued(queue);
  enqueued(queue, render);
  const { run, attempt } = claimedRun(queue);
  const { id: attemptId, epoch } = attempt;
  queue.takeBack({ attemptId, epoch, now: at(1) });
  const again = claimedRun(queue).attempt;
  queue.started({ attemptId: again.id, epoch: again.epoch, place: 'a.scope', at: at(2) });
  queue.requestStop(run.id, 'stopped_by_window');
  queue.setRunNote(run.id, 'seen');
  claimedRun(queue, render);
  const before = queue.openAttempts();
  expect(before).toHaveLength(2);
  queue.close();
  expect(temporaryQueue({ folder }).openAttempts()).toEqual(before);
});
