import { expect, test } from 'vitest';

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

test('the newest run, the last success and the waiting dead of each job, in the order of the question', () => {
  const queue = temporaryQueue();
  succeeded(queue, digest, at(100));
  succeeded(queue, digest, at(200));
  enqueued(queue);
  const { run, attempt } = claimedRun(queue);
  queue.endAttempt(exited(attempt, { now: at(300) }), () => ({
    state: 'dead',
    counts: 'failure',
    note: 'no',
  }));
  expect(queue.lastRuns([render, digest])).toEqual([
    { job: render, run: null, succeededAt: null, dead: 0 },
    {
      job: digest,
      run: expect.objectContaining({ id: run.id, state: 'dead' }),
      succeededAt: at(200),
      dead: 1,
    },
  ]);
});

test('a run that had nothing to do has succeeded', () => {
  const queue = temporaryQueue();
  succeeded(queue, digest, at(100));
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  queue.endAttempt(exited(attempt, { now: at(200) }), () => ({ state: 'succeeded', noop: true }));
  expect(queue.lastRuns([digest])).toMatchObject([{ succeededAt: at(200) }]);
});
