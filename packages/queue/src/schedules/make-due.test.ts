import { expect, test } from 'vitest';

import { at, digest, render, temporaryQueue } from '../temporary.test.helper.ts';

test('a scheduled run is ready from its instant on, and its job is named', () => {
  const queue = temporaryQueue();
  for (const [job, runAt] of [
    [digest, 30],
    [digest, 20],
    [render, 40],
  ] as const) {
    queue.enqueue({ job, priority: 'batch', runAt: at(runAt), now: at(0) });
  }
  expect(queue.nextDue()).toBe(at(20));
  expect(queue.makeDue(at(19.999))).toEqual([]);
  expect(queue.makeDue(at(30))).toEqual([digest]);
  expect(queue.heads([digest, render])).toMatchObject([{ id: 2, state: 'ready', runAt: at(20) }]);
  expect(queue.nextDue()).toBe(at(40));
  expect(queue.makeDue(at(1000))).toEqual([render]);
  expect(queue.nextDue()).toBe(null);
  expect(queue.counts()).toMatchObject({ scheduled: 0, ready: 3 });
});
