import { expect, test } from 'vitest';

import { at, digest, render, temporaryQueue } from '../temporary.test.helper.ts';

test('the count of a job is kept and set back', () => {
  const queue = temporaryQueue();
  queue.setPassedOver(digest, 1);
  queue.setPassedOver(digest, 2);
  expect(queue.jobStates()).toMatchObject([{ job: digest, passedOver: 2 }]);
  queue.setPassedOver(digest, 0);
  expect(queue.jobStates()).toMatchObject([{ passedOver: 0 }]);
});

test('a count of nothing makes no entry, and a count leaves the rest of the entry alone', () => {
  const queue = temporaryQueue();
  queue.setPassedOver(render, 0);
  expect(queue.jobStates()).toEqual([]);
  queue.moveMark(digest, at(7));
  queue.setPassedOver(digest, 3);
  expect(queue.jobStates()).toEqual([{ job: digest, mark: at(7), pausedAt: null, passedOver: 3 }]);
});
