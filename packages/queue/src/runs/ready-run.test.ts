import { runId } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  claimOf,
  digest,
  enqueued,
  exited,
  temporaryQueue,
} from '../temporary.test.helper.ts';

test('a ready run that was never claimed is read as the file has it', () => {
  const queue = temporaryQueue();
  const before = queue.enqueue({ job: digest, priority: 'user', parameters: { n: 1 }, now: at(1) });
  queue.setRunNote(runId(1), 'waits');
  const [head] = queue.heads([digest]);
  expect(head).toEqual({ ...(before.ok && before.run), note: 'waits' });
  expect(queue.run(runId(1))).toMatchObject({ ...head });
});

test('a ready run that was claimed before is read with all that became of it', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  const ended = queue.endAttempt(exited(attempt), () => ({
    state: 'scheduled',
    counts: 'failure',
    runAt: at(5),
    note: 'exit code 1',
  }));
  const [head] = queue.heads([digest]);
  expect(head).toEqual(ended.ok && ended.run);
  expect(head).toMatchObject({ failures: 1, firstFailedAt: at(100), outcome: 'exited', epoch: 1 });
  expect(queue.claim(claimOf({ job: digest }))).toMatchObject({
    run: { ...head, state: 'running', epoch: 2 },
  });
});
