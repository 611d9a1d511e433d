import { expect, test } from 'vitest';

import { at, digest, temporaryFolder, temporaryQueue } from '../temporary.test.helper.ts';

test('a job is paused since the first time it was said, over restarts, until it is resumed', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  expect(queue.pause(digest, at(5))).toBe(true);
  expect(queue.pause(digest, at(9))).toBe(false);
  queue.close();
  const again = temporaryQueue({ folder });
  expect(again.jobStates()).toMatchObject([{ job: digest, pausedAt: at(5) }]);
  expect(again.resume(digest)).toBe(true);
  expect(again.resume(digest)).toBe(false);
  expect(again.jobStates()).toMatchObject([{ job: digest, pausedAt: null }]);
});

test('a pause leaves the mark and the count of the job alone', () => {
  const queue = temporaryQueue();
  queue.moveMark(digest, at(1));
  queue.setPassedOver(digest, 2);
  queue.pause(digest, at(5));
  expect(queue.jobStates()).toEqual([{ job: digest, mark: at(1), pausedAt: at(5), passedOver: 2 }]);
});
