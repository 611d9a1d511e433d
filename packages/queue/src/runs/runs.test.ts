import { runId, type RunId } from '@hearth/words';
import { expect, test } from 'vitest';

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
import type { RunsRequest } from './runs.ts';

/** Runs 1 succeeded, 2 dead, 3 cancelled, 4 skipped, 5 running, 6 ready, 7 scheduled, 8 ready; 8 of `render`, the others of `digest`. */
function oneOfEach(): Queue {
  const queue = temporaryQueue();
  succeeded(queue);
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  queue.endAttempt(exited(attempt), () => ({ state: 'dead', counts: 'failure', note: 'no' }));
  enqueued(queue);
  queue.cancel(runId(3), 'no', at(1));
  const skipped = { fire: false, dueAt: at(1), runAt: at(1), note: 'too late' } as const;
  queue.fireSchedule({
    job: digest,
    priority: 'batch',
    instants: [skipped],
    mark: at(1),
    now: at(2),
  });
  enqueued(queue);
  claimedRun(queue);
  enqueued(queue);
  queue.enqueue({ job: digest, priority: 'batch', runAt: at(900), now: at(0) });
  enqueued(queue, render);
  return queue;
}

function ids(queue: Queue, request: Omit<RunsRequest, 'limit'>): readonly RunId[] {
  return queue.runs({ limit: 100, ...request }).runs.map((run) => run.id);
}

test('runs are listed the newest first', () => {
  expect(ids(oneOfEach(), {})).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
});

test('they are listed by job, by state and by both', () => {
  const queue = oneOfEach();
  expect(ids(queue, { job: digest })).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(ids(queue, { job: render })).toEqual([8]);
  expect(ids(queue, { state: 'succeeded' })).toEqual([1]);
  expect(ids(queue, { state: 'dead' })).toEqual([2]);
  expect(ids(queue, { state: 'cancelled' })).toEqual([3]);
  expect(ids(queue, { state: 'skipped' })).toEqual([4]);
  expect(ids(queue, { state: 'running' })).toEqual([5]);
  expect(ids(queue, { state: 'ready' })).toEqual([8, 6]);
  expect(ids(queue, { state: 'scheduled' })).toEqual([7]);
  expect(ids(queue, { job: digest, state: 'ready' })).toEqual([6]);
  expect(ids(queue, { job: render, state: 'dead' })).toEqual([]);
});

test('a page ends where the next begins, and the last one says so', () => {
  const queue = oneOfEach();
  const first = queue.runs({ limit: 3 });
  expect(first).toMatchObject({ runs: [{ id: 8 }, { id: 7 }, { id: 6 }], next: 6 });
  const second = queue.runs({ limit: 3, before: first.next ?? undefined });
  expect(second).toMatchObject({ runs: [{ id: 5 }, { id: 4 }, { id: 3 }], next: 3 });
  expect(queue.runs({ limit: 2, before: runId(3) })).toMatchObject({ next: null });
  expect(queue.runs({ limit: 1, state: 'ready' })).toMatchObject({ runs: [{ id: 8 }], next: 8 });
  expect(ids(queue, { state: 'ready', before: runId(8) })).toEqual([6]);
});
