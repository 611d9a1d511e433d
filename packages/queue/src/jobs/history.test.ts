import { runId, seconds, type Ending } from '@hearth/words';
import { expect, test } from 'vitest';

import type { Next } from '../attempts/next.ts';
import type { Queue } from '../queue.ts';
import {
  at,
  claimedRun,
  digest,
  enqueued,
  exited,
  render,
  temporaryQueue,
} from '../temporary.test.helper.ts';

const ok: Ending = { outcome: 'exited', code: 0, signal: null, evidence: null };
const byWindow: Ending = {
  outcome: 'stopped_by_window',
  code: null,
  signal: 'SIGTERM',
  evidence: null,
};
const again: Next = { state: 'scheduled', counts: 'interruption', runAt: at(0), note: null };

/** Ends the next attempt of the job at `now`, after `duration` seconds. */
function attempted(
  queue: Queue,
  now: number,
  duration: number | null,
  ending: Ending,
  next: Next,
): void {
  if (queue.heads([digest]).length === 0) enqueued(queue);
  const { attempt } = claimedRun(queue);
  const report = exited(attempt, {
    ending,
    now: at(now),
    duration: duration === null ? null : seconds(duration),
  });
  queue.endAttempt(report, () => next);
}

test('the history holds what completed and what a window cut short, the oldest first', () => {
  const queue = temporaryQueue();
  attempted(queue, 10, 1, ok, { state: 'succeeded' });
  attempted(queue, 20, 2, byWindow, again);
  attempted(queue, 30, 3, ok, { state: 'succeeded' });
  expect(queue.history(digest, 9)).toEqual([
    { runId: 1, endedAt: at(10), duration: 1, result: 'completed', outcome: 'exited', code: 0 },
    {
      runId: 2,
      endedAt: at(20),
      duration: 2,
      result: 'stopped',
      outcome: 'stopped_by_window',
      code: null,
    },
    { runId: 2, endedAt: at(30), duration: 3, result: 'completed', outcome: 'exited', code: 0 },
  ]);
  expect(queue.history(render, 9)).toEqual([]);
});

test('what failed, had nothing to do or has no duration is no evidence, and takes no place', () => {
  const queue = temporaryQueue();
  attempted(queue, 10, 1, ok, { state: 'succeeded' });
  const crash: Ending = { ...ok, code: 1 };
  attempted(queue, 20, 2, crash, { state: 'dead', counts: 'failure', note: 'no' });
  attempted(queue, 30, 3, { ...ok, code: 3 }, { state: 'succeeded', noop: true });
  attempted(queue, 40, 4, { ...ok, outcome: 'lost', code: null }, again);
  expect(queue.history(digest, 1)).toMatchObject([{ runId: 1, duration: 1 }]);
});

test('the limit keeps the newest of each kind', () => {
  const queue = temporaryQueue();
  for (const time of [10, 20, 30]) attempted(queue, time, time, ok, { state: 'succeeded' });
  attempted(queue, 40, 5, byWindow, again);
  expect(queue.history(digest, 2).map((past) => past.duration)).toEqual([20, 30, 5]);
});

test('a run that is forgotten is out of the history and still a success', () => {
  const queue = temporaryQueue();
  attempted(queue, 10, 1, byWindow, again);
  attempted(queue, 20, 2, ok, { state: 'succeeded' });
  expect(queue.forget(runId(1))).toBe(true);
  expect(queue.history(digest, 9)).toEqual([]);
  expect(queue.lastRuns([digest])).toMatchObject([
    { succeededAt: at(20), run: { state: 'succeeded' } },
  ]);
  expect(queue.forget(runId(1))).toBe(false);
  expect(queue.forget(runId(9))).toBe(false);
});
