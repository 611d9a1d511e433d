import { runId } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  digest,
  enqueued,
  exited,
  temporaryQueue,
} from '../temporary.test.helper.ts';

test('a run that is over is repeated by a new one, which names it and has its parameters', () => {
  const queue = temporaryQueue();
  queue.enqueue({ job: digest, priority: 'user', parameters: { depth: 3 }, key: 'k', now: at(0) });
  const { run, attempt } = claimedRun(queue);
  const failed = exited(attempt, {
    ending: { outcome: 'exited', code: 1, signal: null, evidence: null },
  });
  queue.endAttempt(failed, () => ({ state: 'dead', counts: 'failure', note: 'exit code 1' }));
  expect(queue.retry(run.id, at(200))).toMatchObject({
    ok: true,
    run: { id: 2, job: digest, priority: 'user', state: 'ready', runAt: at(200), retryOf: run.id },
  });
  expect(queue.run(runId(2))).toMatchObject({ parameters: { depth: 3 }, failures: 0, epoch: 0 });
  expect(queue.run(run.id)).toMatchObject({ state: 'dead', finishedAt: at(100), retriedBy: 2 });
});

test('a run may be repeated again', () => {
  const queue = temporaryQueue();
  const { id } = enqueued(queue);
  queue.cancel(id, 'no', at(1));
  queue.retry(id, at(2));
  expect(queue.retry(id, at(3))).toMatchObject({ run: { id: 3, retryOf: id } });
  expect(queue.run(id)).toMatchObject({ retriedBy: 3 });
});

test('a run that is not over needs no repeating', () => {
  const queue = temporaryQueue();
  const { id } = enqueued(queue);
  expect(queue.retry(id, at(1))).toEqual({ ok: false, reason: 'not_over' });
  expect(queue.retry(runId(9), at(1))).toEqual({ ok: false, reason: 'unknown' });
  expect(queue.runs({ limit: 10 }).runs).toHaveLength(1);
});
