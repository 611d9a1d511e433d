import { name } from '@hearth/words';
import { expect, test } from 'vitest';

import { claimedRun, enqueued, temporaryQueue } from '../temporary.test.helper.ts';

test('an attempt is found by its id', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  expect(queue.attempt(attempt.id)).toEqual(attempt);
});

test.each(['', '1', '1-', '1-wrong', '2-token', '-1-token', 'x', `${'9'.repeat(40)}-x`])(
  'there is no attempt %j',
  (id) => {
    const queue = temporaryQueue();
    enqueued(queue);
    claimedRun(queue);
    expect(queue.attempt(name(id))).toBe(null);
  },
);
