import { name, type JobName } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  digest,
  enqueued,
  render,
  temporaryQueue,
} from '../temporary.test.helper.ts';

test('the head of a job is the most urgent ready run, then the one that is ready for longest, then the oldest', () => {
  const queue = temporaryQueue();
  const late = queue.enqueue({ job: digest, priority: 'batch', now: at(10) });
  const early = queue.enqueue({ job: digest, priority: 'batch', now: at(5) });
  const twin = queue.enqueue({ job: digest, priority: 'batch', now: at(5) });
  const urgent = queue.enqueue({ job: digest, priority: 'interactive', now: at(20) });
  const order = [];
  for (let left = 4; left > 0; left -= 1) {
    const [head] = queue.heads([digest]);
    order.push(head?.id);
    claimedRun(queue);
  }
  const ids = [urgent, early, twin, late].map((answer) => (answer.ok ? answer.run.id : null));
  expect(order).toEqual(ids);
});

test('a job without a ready run has no head', () => {
  const queue = temporaryQueue();
  queue.enqueue({ job: digest, priority: 'batch', runAt: at(60), now: at(0) });
  const ready = enqueued(queue, render);
  const unknown: JobName = name('unknown');
  expect(queue.heads([digest, render, unknown])).toEqual([ready]);
});
