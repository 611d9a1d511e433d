import { seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  digest,
  enqueued,
  exited,
  temporaryQueue,
} from '../temporary.test.helper.ts';

const cut = {
  outcome: 'stopped_by_window',
  code: null,
  signal: 'SIGTERM',
  evidence: null,
} as const;
const waits = { state: 'scheduled', counts: 'interruption', runAt: at(0), note: null } as const;

test('an attempt is found and shown as it ended, before and after its run is claimed again', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const first = claimedRun(queue);
  const ended = queue.endAttempt(exited(first.attempt, { lastOutput: 'a' }), () => waits);
  const attempt = ended.ok ? ended.attempt : null;
  expect(queue.attempt(first.attempt.id)).toEqual(attempt);
  const second = claimedRun(queue).attempt;
  expect(queue.attempt(first.attempt.id)).toEqual(attempt);
  expect(queue.attempt(second.id)).toEqual(second);
  expect(queue.run(first.run.id)?.attempts).toEqual([
    { ...attempt, lastOutput: 'a' },
    { ...second, lastOutput: null },
  ]);
});

test('an attempt that a window cut short is in the history at once and stays in it', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { run, attempt } = claimedRun(queue);
  const report = exited(attempt, { ending: cut, duration: seconds(50) });
  const answer = queue.endAttempt(report, () => waits);
  const past = [{ runId: run.id, duration: 50, result: 'stopped', endedAt: at(100) }];
  expect(queue.history(digest, 9)).toMatchObject(past);
  expect(queue.endAttempt(report, () => waits)).toEqual({ ...answer, repeated: true });
  expect(queue.run(run.id)?.attempts).toHaveLength(1);
  const again = claimedRun(queue).attempt;
  expect(again.epoch).toBe(2);
  expect(queue.history(digest, 9)).toMatchObject(past);
  queue.endAttempt(exited(again, { now: at(200) }), () => ({ state: 'succeeded' }));
  expect(queue.history(digest, 9)).toMatchObject([...past, { result: 'completed' }]);
  expect(queue.run(run.id)?.attempts).toMatchObject([{ epoch: 1, ending: cut }, { epoch: 2 }]);
  expect(queue.forget(run.id)).toBe(true);
  expect(queue.history(digest, 9)).toEqual([]);
});
