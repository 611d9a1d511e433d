import { name } from '@hearth/words';
import { expect, test } from 'vitest';

import type { Queue } from './queue.ts';
import {
  at,
  claimOf,
  claimedRun,
  digest,
  enqueued,
  exited,
  succeeded,
  temporaryQueue,
} from './temporary.test.helper.ts';

/** Verbs whose acknowledgement must survive a power cut, each where it has something to do. */
const DURABLE: Readonly<Record<string, (queue: Queue) => () => unknown>> = {
  enqueue: (queue) => () => queue.enqueue({ job: digest, priority: 'batch', now: at(0) }),
  fireSchedule: (queue) => () =>
    queue.fireSchedule({
      job: digest,
      priority: 'batch',
      instants: [{ fire: true, dueAt: at(1), runAt: at(1) }],
      mark: at(1),
      now: at(1),
    }),
  claim(queue) {
    enqueued(queue);
    return () => queue.claim(claimOf({ job: digest }));
  },
  endAttempt(queue) {
    enqueued(queue);
    const { attempt } = claimedRun(queue);
    return () => queue.endAttempt(exited(attempt), () => ({ state: 'succeeded' }));
  },
  takeBack(queue) {
    enqueued(queue);
    const { attempt } = claimedRun(queue);
    return () => queue.takeBack({ attemptId: attempt.id, epoch: attempt.epoch, now: at(9) });
  },
  requestStop(queue) {
    enqueued(queue);
    const { run } = claimedRun(queue);
    return () => queue.requestStop(run.id, 'stopped_by_person');
  },
  cancel(queue) {
    const { id } = enqueued(queue);
    return () => queue.cancel(id, 'no', at(9));
  },
  retry(queue) {
    const { id } = succeeded(queue);
    return () => queue.retry(id, at(200));
  },
  pause: (queue) => () => queue.pause(digest, at(0)),
  reserve: (queue) => () =>
    queue.reserve({ class: name('gpu'), opensAt: at(1), closesAt: at(2), by: 'me', madeAt: at(0) }),
};

// A transaction that is not synced refuses a part that must be: this is how a verb shows that it is synced.
test.each(Object.entries(DURABLE))('%s is on disk when it returns', (_, prepared) => {
  const queue = temporaryQueue();
  const verb = prepared(queue);
  expect(() => queue.write(verb)).toThrow('make the outer one durable');
  expect(queue.durably(verb)).toBeTruthy();
});

test('what can be said again after a power cut is not synced', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  queue.write(() => {
    queue.started({ attemptId: attempt.id, epoch: attempt.epoch, place: 'a.scope', at: at(1) });
    queue.makeDue(at(1));
    queue.moveMark(digest, at(1));
    queue.setClockMark(at(1));
    queue.recordNotice('x', at(1));
  });
  expect(queue.attempt(attempt.id)?.startedAt).toBe(at(1));
});
