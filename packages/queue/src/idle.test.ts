import { statSync } from 'node:fs';

import { bytes, name, seconds } from '@hearth/words';
import { expect, test } from 'vitest';

import type { Queue } from './queue.ts';
import {
  at,
  claimOf,
  claimedRun,
  digest,
  enqueued,
  pi,
  succeeded,
  temporaryQueue,
} from './temporary.test.helper.ts';

/** What would be different if anything had been written. */
function traces(queue: Queue): unknown {
  return [queue.file, `${queue.file}-wal`].map((file) => {
    const { size, mtimeNs } = statSync(file, { bigint: true });
    return [size, mtimeNs];
  });
}

test('while nothing runs, nothing is written', () => {
  const queue = temporaryQueue();
  const over = succeeded(queue);
  queue.enqueue({ job: digest, priority: 'batch', runAt: at(9000), now: at(0) });
  queue.moveMark(digest, at(10));
  queue.setClockMark(at(10));
  queue.pause(digest, at(10));
  const before = traces(queue);

  queue.makeDue(at(20));
  queue.nextDue();
  queue.heads([digest]);
  queue.claim(claimOf({ job: digest }));
  queue.claimed(pi, 'claim-x');
  queue.openAttempts();
  queue.fireSchedule({ job: digest, priority: 'batch', instants: [], mark: at(20), now: at(20) });
  queue.moveMark(digest, at(5));
  queue.setClockMark(at(10));
  queue.pause(digest, at(30));
  queue.resume(name('render'));
  queue.setPassedOver(digest, 0);
  queue.rewindMarks(at(20));
  queue.retryAllDead(null, at(20));
  queue.cancel(over.id, 'no', at(20));
  queue.closeLostCalls(at(20), () => ({ ran: null, charge: null }));
  queue.clearNotice('nothing');
  queue.retention({ age: seconds(1e6), count: 1e6, bytes: bytes(1e9), now: at(20) });
  for (const read of [queue.counts, queue.jobStates, queue.loadRates, queue.clockMark, queue.sizes])
    read();
  queue.lastRuns([digest]);
  queue.history(digest, 9);
  queue.runs({ limit: 9 });
  queue.run(over.id);

  expect(traces(queue)).toEqual(before);
});

test('while a run goes on, asking about it writes nothing', () => {
  const queue = temporaryQueue();
  enqueued(queue);
  const { attempt, run } = claimedRun(queue);
  const report = { attemptId: attempt.id, epoch: attempt.epoch, place: 'a.scope', at: at(3) };
  queue.started(report);
  queue.requestStop(run.id, 'stopped_by_window');
  const before = traces(queue);
  queue.started(report);
  queue.requestStop(run.id, 'stopped_by_window');
  queue.claim({ ...claimOf({ job: digest }), claimId: attempt.claimId });
  queue.setRunNote(run.id, null);
  expect(traces(queue)).toEqual(before);
});
