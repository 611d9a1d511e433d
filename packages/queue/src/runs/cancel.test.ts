import { runId } from '@hearth/words';
import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  digest,
  enqueued,
  succeeded,
  temporaryQueue,
} from '../temporary.test.helper.ts';

test('a waiting run is cancelled and says why', () => {
  const queue = temporaryQueue();
  const ready = enqueued(queue);
  queue.enqueue({ job: digest, priority: 'batch', runAt: at(60), now: at(0) });
  for (const id of [ready.id, runId(2)]) {
    const note = 'its job was removed from the manifest';
    expect(queue.cancel(id, note, at(5))).toMatchObject({
      ok: true,
      run: { state: 'cancelled', finishedAt: at(5), note },
    });
    expect(queue.run(id)).toMatchObject({ state: 'cancelled', finishedAt: at(5), note });
  }
  expect(queue.heads([digest])).toEqual([]);
  expect(queue.nextDue()).toBe(null);
});

test('a running run is not: its process has to be stopped first', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { run } = claimedRun(queue);
  expect(queue.cancel(run.id, 'no', at(5))).toEqual({ ok: false, reason: 'running' });
  expect(queue.run(run.id)).toMatchObject({ state: 'running', note: null });
});

test('a run that is over stays as it is', () => {
  const queue = temporaryQueue();
  const run = succeeded(queue);
  expect(queue.cancel(run.id, 'no', at(500))).toEqual({ ok: false, reason: 'over' });
  expect(queue.run(run.id)).toMatchObject({ state: 'succeeded', finishedAt: at(100) });
});

test('a run that is not there is unknown', () => {
  expect(temporaryQueue().cancel(runId(7), 'no', at(0))).toEqual({ ok: false, reason: 'unknown' });
});
