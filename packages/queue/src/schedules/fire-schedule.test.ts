import type { Instant } from '@hearth/words';
import { expect, test } from 'vitest';

import { at, digest, render, temporaryFolder, temporaryQueue } from '../temporary.test.helper.ts';
import type { DueInstant, FireRequest } from './fire-schedule.ts';

function due(dueAt: Instant, runAt: Instant = dueAt): DueInstant {
  return { fire: true, dueAt, runAt };
}

function fire(instants: readonly DueInstant[], change: Partial<FireRequest> = {}): FireRequest {
  return { job: digest, priority: 'batch', instants, mark: at(60), now: at(60), ...change };
}

test('each due instant makes a run, and the mark moves with them', () => {
  const queue = temporaryQueue();
  const made = queue.fireSchedule(fire([due(at(30)), due(at(60), at(65))]));
  expect(made).toMatchObject([
    { id: 1, job: digest, state: 'ready', dueAt: at(30), runAt: at(30), createdAt: at(60) },
    { id: 2, state: 'scheduled', dueAt: at(60), runAt: at(65) },
  ]);
  expect(queue.jobStates()).toMatchObject([{ job: digest, mark: at(60) }]);
  expect(queue.runs({ limit: 9 }).runs).toEqual(made.toReversed());
});

test('an instant fires once, though the call is repeated, also after a restart', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  queue.fireSchedule(fire([due(at(30)), due(at(60))]));
  expect(queue.fireSchedule(fire([due(at(30)), due(at(60))]))).toEqual([]);
  queue.close();
  const again = temporaryQueue({ folder });
  expect(
    again.fireSchedule(fire([due(at(60)), due(at(90))], { mark: at(90), now: at(90) })),
  ).toMatchObject([{ dueAt: at(90) }]);
  expect(again.counts().ready).toBe(3);
});

test('a mark that lies before the one there is leaves it where it is', () => {
  const queue = temporaryQueue();
  queue.fireSchedule(fire([due(at(60))]));
  expect(queue.fireSchedule(fire([due(at(30))], { mark: at(30) }))).toEqual([]);
  expect(queue.jobStates()).toMatchObject([{ mark: at(60) }]);
});

test('an instant that is passed over is a skipped run that says why', () => {
  const queue = temporaryQueue();
  const skip = {
    fire: false,
    dueAt: at(30),
    runAt: at(30),
    note: 'run 7 was still going',
  } as const;
  expect(queue.fireSchedule(fire([skip, due(at(60))]))).toMatchObject([
    { state: 'skipped', finishedAt: at(60), note: 'run 7 was still going' },
    { state: 'ready', finishedAt: null, note: null },
  ]);
  expect(queue.fireSchedule(fire([due(at(30))]))).toEqual([]);
});

test('jobs have marks of their own', () => {
  const queue = temporaryQueue();
  queue.fireSchedule(fire([due(at(60))]));
  expect(queue.fireSchedule(fire([due(at(60))], { job: render }))).toHaveLength(1);
});

test('an instant that fired does not fire again after its run is gone', () => {
  const queue = temporaryQueue();
  const [run] = queue.fireSchedule(fire([due(at(60))]));
  if (run !== undefined) queue.cancel(run.id, 'no', at(61));
  const keep = { age: 0, count: 0, bytes: 0, now: at(9000) } as Parameters<
    typeof queue.retention
  >[0];
  expect(queue.retention(keep).runs).toBe(1);
  expect(queue.fireSchedule(fire([due(at(60))]))).toEqual([]);
});

test('all instants are fired or none', () => {
  const queue = temporaryQueue();
  const broken = { fire: true, dueAt: at(40), runAt: 0.5 as Instant } as const;
  expect(() => queue.fireSchedule(fire([due(at(30)), broken]))).toThrow('cannot store REAL');
  expect(queue.runs({ limit: 9 }).runs).toEqual([]);
  expect(queue.jobStates()).toEqual([]);
});
