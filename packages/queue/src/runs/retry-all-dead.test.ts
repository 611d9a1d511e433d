import type { JobName } from '@hearth/words';
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

function dead(queue: Queue, job: JobName): void {
  enqueued(queue, job);
  const { attempt } = claimedRun(queue, job);
  queue.endAttempt(exited(attempt), () => ({
    state: 'dead',
    counts: 'failure',
    note: 'exit code 1',
  }));
}

test('every dead run is repeated once, the oldest first, each by a run that names it', () => {
  const queue = temporaryQueue();
  dead(queue, render);
  dead(queue, digest);
  succeeded(queue);
  dead(queue, digest);
  expect(queue.counts().dead).toBe(3);
  expect(queue.retryAllDead(null, at(200)).map((run) => run.retryOf)).toEqual([1, 2, 4]);
  expect(queue.counts()).toMatchObject({ dead: 0, ready: 3 });
  expect(queue.retryAllDead(null, at(300))).toEqual([]);
  expect(queue.runs({ state: 'dead', limit: 10 }).runs).toHaveLength(3);
});

test('those of one job leave the others alone', () => {
  const queue = temporaryQueue();
  dead(queue, render);
  dead(queue, digest);
  expect(queue.retryAllDead(digest, at(200))).toMatchObject([{ job: digest, retryOf: 2 }]);
  expect(queue.counts().dead).toBe(1);
});
