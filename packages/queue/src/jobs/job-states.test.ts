import { expect, test } from 'vitest';

import { at, digest, render, temporaryQueue } from '../temporary.test.helper.ts';

test('what is remembered of jobs is listed by name, whether they have runs or not', () => {
  const queue = temporaryQueue();
  expect(queue.jobStates()).toEqual([]);
  queue.pause(render, at(1));
  queue.moveMark(digest, at(2));
  expect(queue.jobStates()).toEqual([
    { job: digest, mark: at(2), pausedAt: null, passedOver: 0 },
    { job: render, mark: null, pausedAt: at(1), passedOver: 0 },
  ]);
});
