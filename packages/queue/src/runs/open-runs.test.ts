import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  digest,
  enqueued,
  render,
  succeeded,
  temporaryQueue,
} from '../temporary.test.helper.ts';

test('the open runs of a job are the running, the ready and the scheduled ones, in this order', () => {
  const queue = temporaryQueue();
  queue.enqueue({ job: digest, priority: 'batch', runAt: at(900), now: at(0) });
  const first = enqueued(queue);
  const second = enqueued(queue);
  const urgent = queue.enqueue({ job: digest, priority: 'user', now: at(9) });
  claimedRun(queue);
  enqueued(queue, render);
  expect(queue.openRuns(digest).map((run) => [run.id, run.state])).toEqual([
    [urgent.ok && urgent.run.id, 'running'],
    [first.id, 'ready'],
    [second.id, 'ready'],
    [1, 'scheduled'],
  ]);
});

test('jobs that have an open run are named once', () => {
  const queue = temporaryQueue();
  expect(queue.jobsWithOpenRuns()).toEqual([]);
  succeeded(queue);
  enqueued(queue, render);
  expect(queue.jobsWithOpenRuns()).toEqual([render]);
  queue.enqueue({ job: digest, priority: 'batch', runAt: at(900), now: at(0) });
  enqueued(queue, digest);
  expect(queue.jobsWithOpenRuns()).toEqual([digest, render]);
});
