import { expect, test } from 'vitest';

import { at, digest, render, temporaryQueue } from '../temporary.test.helper.ts';

test('a mark is set for a new job and moves only forward', () => {
  const queue = temporaryQueue();
  queue.moveMark(digest, at(10));
  queue.moveMark(digest, at(5));
  expect(queue.jobStates()).toEqual([{ job: digest, mark: at(10), pausedAt: null, passedOver: 0 }]);
  queue.moveMark(digest, at(20));
  expect(queue.jobStates()).toMatchObject([{ mark: at(20) }]);
});

test('once the clock is known to have been ahead, the marks come back and an instant still fires once', () => {
  const queue = temporaryQueue();
  const fired = { fire: true, dueAt: at(9000), runAt: at(9000) } as const;
  const request = { job: digest, priority: 'batch', mark: at(9000), now: at(9000) } as const;
  queue.fireSchedule({ ...request, instants: [fired] });
  queue.moveMark(render, at(3));
  expect(queue.rewindMarks(at(60))).toBe(1);
  expect(queue.jobStates()).toMatchObject([
    { job: digest, mark: at(60) },
    { job: render, mark: at(3) },
  ]);
  const next = { fire: true, dueAt: at(100), runAt: at(100) } as const;
  expect(queue.fireSchedule({ ...request, instants: [next, fired] })).toMatchObject([
    { dueAt: at(100) },
  ]);
});
