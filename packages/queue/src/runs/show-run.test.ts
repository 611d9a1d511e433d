import { runId } from '@hearth/words';
import { expect, test } from 'vitest';

import { at, claimedRun, enqueued, exited, temporaryQueue } from '../temporary.test.helper.ts';

test('a run is shown with its attempts, the oldest first, and the output of those that kept one', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const first = claimedRun(queue).attempt;
  const killed = {
    outcome: 'oom',
    code: null,
    signal: 'SIGKILL',
    evidence: 'killed at 2 GiB',
  } as const;
  queue.endAttempt(exited(first, { ending: killed, lastOutput: 'loading…' }), () => {
    return { state: 'scheduled', counts: 'failure', runAt: at(90), note: 'out of memory' };
  });
  const second = claimedRun(queue).attempt;
  queue.endAttempt(exited(second, { now: at(200) }), () => ({ state: 'succeeded' }));
  expect(queue.run(runId(1))).toMatchObject({
    state: 'succeeded',
    failures: 1,
    outcome: 'exited',
    note: null,
    attempts: [
      {
        id: first.id,
        epoch: 1,
        ending: killed,
        lastOutput: 'loading…',
        duration: 60,
        endedAt: at(100),
      },
      { id: second.id, epoch: 2, ending: { outcome: 'exited', code: 0 }, lastOutput: null },
    ],
  });
});

test('a run that is not there is null', () => {
  expect(temporaryQueue().run(runId(1))).toBe(null);
});
