import { bytes, runId, seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import { arrived, digestBudget, ended } from '../calls/calls.test.helper.ts';
import type { Queue } from '../queue.ts';
import {
  at,
  claimedRun,
  digest,
  enqueued,
  exited,
  render,
  succeeded,
  temporaryQueue,
} from '../temporary.test.helper.ts';
import type { Keep } from './retention.ts';

/** Bounds that nothing is beyond, at a time at which everything is old. */
const everything: Keep = { age: seconds(1e9), count: 1e9, bytes: bytes(1e12), now: at(1e6) };

function cancelled(queue: Queue, count: number, finishedAt = 0): void {
  for (let made = 0; made < count; made += 1) {
    queue.cancel(enqueued(queue, digest, finishedAt).id, 'no', at(finishedAt));
  }
}

function left(queue: Queue): readonly number[] {
  return queue
    .runs({ limit: 10_000 })
    .runs.map((run) => run.id)
    .toSorted((a, b) => a - b);
}

test('runs that were over long enough go, with what belongs to them', () => {
  const queue = temporaryQueue();
  queue.enqueue({ job: digest, priority: 'batch', parameters: { depth: 1 }, now: at(0) });
  const { attempt, run } = claimedRun(queue);
  queue.endAttempt(exited(attempt, { lastOutput: 'boom' }), () => ({
    state: 'dead',
    counts: 'failure',
    note: 'no',
  }));
  cancelled(queue, 1, 500);
  expect(queue.retention({ ...everything, age: seconds(100), now: at(200) }).runs).toBe(0);
  const keep = { ...everything, age: seconds(100), now: at(200.001) };
  expect(queue.retention(keep)).toEqual({ runs: 1, calls: 0, more: false });
  expect(left(queue)).toEqual([2]);
  expect(queue.run(run.id)).toBe(null);
  expect(queue.attempt(attempt.id)).toBe(null);
  expect(queue.retention(keep)).toEqual({ runs: 0, calls: 0, more: false });
});

test('open runs stay, however old', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  queue.enqueue({ job: digest, priority: 'batch', runAt: at(9e6), now: at(0) });
  enqueued(queue);
  claimedRun(queue);
  cancelled(queue, 1);
  expect(
    queue.retention({ ...everything, age: seconds(0), count: 0, bytes: bytes(0) }),
  ).toMatchObject({ runs: 1 });
  expect(left(queue)).toEqual([1, 2, 3]);
});

test('a run that ended lately stays, though it was made long ago', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  cancelled(queue, 1, 10);
  queue.cancel(runId(1), 'no', at(999));
  expect(queue.retention({ ...everything, age: seconds(100), now: at(1000) })).toMatchObject({
    runs: 1,
  });
  expect(left(queue)).toEqual([1]);
});

test('of each job the five newest that completed stay, and its last success of any kind', () => {
  const queue = temporaryQueue();
  for (let time = 1; time <= 8; time += 1) succeeded(queue, digest, at(time));
  succeeded(queue, render, at(9));
  enqueued(queue, render);
  const { attempt } = claimedRun(queue, render);
  queue.endAttempt(exited(attempt, { now: at(10) }), () => ({ state: 'succeeded', noop: true }));
  expect(queue.retention({ ...everything, age: seconds(1) })).toMatchObject({ runs: 3 });
  expect(left(queue)).toEqual([4, 5, 6, 7, 8, 9, 10]);
  expect(queue.history(digest, 100)).toHaveLength(5);
  expect(queue.lastRuns([render])).toMatchObject([{ succeededAt: at(10) }]);
});

test('what is beyond the count goes, the oldest first', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  cancelled(queue, 7);
  expect(queue.retention({ ...everything, count: 4 })).toMatchObject({ runs: 3 });
  expect(left(queue)).toEqual([1, 5, 6, 7, 8]);
});

test('what is beyond the bytes goes, batch by batch', () => {
  const queue = temporaryQueue({ durability: 'normal' });
  for (let made = 0; made < 500; made += 1) {
    const answer = queue.enqueue({
      job: digest,
      priority: 'batch',
      parameters: { text: 'x'.repeat(4000) },
      now: at(0),
    });
    if (answer.ok) queue.cancel(answer.run.id, 'no', at(0));
  }
  const keep = { ...everything, bytes: bytes(800_000) };
  const batches = [];
  while (batches.at(-1) !== 0 && batches.length < 9) batches.push(queue.retention(keep).runs);
  expect(batches).toEqual([200, 200, 0]);
  expect(queue.sizes().used).toBeLessThan(800_000);
});

test('a batch is bounded, and says that there is more', () => {
  const queue = temporaryQueue({ durability: 'normal' });
  cancelled(queue, 450);
  const keep = { ...everything, age: seconds(0) };
  expect(queue.retention(keep)).toEqual({ runs: 200, calls: 0, more: true });
  expect(queue.retention(keep)).toMatchObject({ runs: 200, more: true });
  expect(queue.retention(keep)).toMatchObject({ runs: 50, more: false });
});

test('calls go by the same bounds, open ones stay', () => {
  const queue = temporaryQueue();
  queue.openCall(arrived());
  for (const time of [10, 20, 30])
    queue.endCall(ended(queue.openCall(arrived()), { endedAt: at(time) }));
  expect(queue.retention({ ...everything, age: seconds(100), now: at(115) })).toMatchObject({
    calls: 1,
  });
  expect(queue.retention({ ...everything, count: 2 })).toMatchObject({ calls: 1 });
  expect(queue.calls({ limit: 9 }).calls.map((call) => call.id)).toEqual([4, 1]);
});

test('charges, notices and reservations go when they are old', () => {
  const queue = temporaryQueue();
  const charge = { budget: digestBudget, periodAt: at(0), seconds: seconds(1) };
  queue.endCall(ended(queue.openCall(arrived()), { charge, endedAt: at(200) }));
  queue.recordNotice('old', at(0));
  queue.recordNotice('new', at(200));
  queue.retention({ ...everything, age: seconds(100), now: at(250) });
  expect(queue.spent(digestBudget, at(0))).toBe(0);
  expect(queue.noticeSent('old')).toBe(null);
  expect(queue.noticeSent('new')).toBe(at(200));
});

test('the newest call stays, whatever its age: no id comes twice', () => {
  const queue = temporaryQueue();
  for (let made = 0; made < 3; made += 1) queue.endCall(ended(queue.openCall(arrived())));
  const nothing = { ...everything, age: seconds(0), count: 0, bytes: bytes(0) };
  expect(queue.retention(nothing)).toMatchObject({ calls: 2, more: false });
  expect(queue.retention(nothing)).toMatchObject({ calls: 0, more: false });
  expect(queue.openCall(arrived())).toBe(4);
});
