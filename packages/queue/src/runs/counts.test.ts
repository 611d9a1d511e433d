import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  digest,
  enqueued,
  exited,
  succeeded,
  temporaryQueue,
} from '../temporary.test.helper.ts';

test('open runs are counted by state, and the dead that wait for a person', () => {
  const queue = temporaryQueue();
  expect(queue.counts()).toEqual({ scheduled: 0, ready: 0, running: 0, dead: 0 });
  succeeded(queue);
  enqueued(queue);
  const { run, attempt } = claimedRun(queue);
  queue.endAttempt(exited(attempt), () => ({ state: 'dead', counts: 'failure', note: 'no' }));
  enqueued(queue);
  claimedRun(queue);
  enqueued(queue);
  enqueued(queue);
  queue.enqueue({ job: digest, priority: 'batch', runAt: at(900), now: at(0) });
  expect(queue.counts()).toEqual({ scheduled: 1, ready: 2, running: 1, dead: 1 });
  queue.retry(run.id, at(200));
  expect(queue.counts()).toEqual({ scheduled: 1, ready: 3, running: 1, dead: 0 });
});
