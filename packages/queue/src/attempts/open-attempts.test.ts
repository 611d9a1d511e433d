import { name, type RunnerName } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  claimOf,
  claimedRun,
  digest,
  enqueued,
  exited,
  pi,
  render,
  temporaryQueue,
} from '../temporary.test.helper.ts';

test('attempts that are given away and not ended are listed, of one runner or of all', () => {
  const queue = temporaryQueue();
  const other: RunnerName = name('other');
  for (const job of [digest, digest, render]) enqueued(queue, job);
  const ended = claimedRun(queue, digest).attempt;
  queue.endAttempt(exited(ended), () => ({ state: 'succeeded' }));
  const mine = claimedRun(queue, digest).attempt;
  const theirs = queue.claim({ ...claimOf({ job: render }), runner: other });
  expect(queue.openAttempts().map(({ attempt }) => attempt.id)).toEqual([
    mine.id,
    theirs.ok && theirs.attempt.id,
  ]);
  expect(queue.openAttempts(pi)).toMatchObject([{ run: { id: 2 }, attempt: { id: mine.id } }]);
  expect(queue.openAttempts(other)).toMatchObject([{ run: { id: 3 } }]);
  expect(queue.openAttempts(name('nobody'))).toEqual([]);
});
