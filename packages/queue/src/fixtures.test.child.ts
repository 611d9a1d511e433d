import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  bytes,
  instant,
  name,
  runId,
  seconds,
  tokens,
  type BudgetName,
  type Instant,
  type JobName,
  type RunId,
} from '@hearth/words';

import type { Attempt } from './attempts/attempt.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { openQueue } from './open.ts';
import type { Queue } from './queue.ts';

// Writes the fixture of the newest schema into a folder: a queue with one of everything. To be run once for each schema
// that is released (`node -C @hearth/source src/fixtures.test.child.ts fixtures`); one that is there is never overwritten.

const NOON = Date.UTC(2026, 2, 3, 12);
const digest: JobName = name('nightly-digest');
const render: JobName = name('render');
const budget: BudgetName = name('digest');

function at(after: number): Instant {
  return instant(NOON + after * 1000);
}

function claimed(queue: Queue, run: RunId): Attempt {
  const token = `token-${run}`;
  const answer = queue.claim({
    from: { run },
    runner: name('pi'),
    bootId: 'boot-1',
    claimId: `claim-${run}`,
    token,
    now: at(10),
  });
  if (!answer.ok) throw new Error(`Run ${run} is not ready.`);
  return answer.attempt;
}

function fill(queue: Queue): void {
  for (const parameters of [{ depth: 3, name: 'grüße' }, {}, {}, {}]) {
    queue.enqueue({ job: digest, priority: 'batch', parameters, key: undefined, now: at(0) });
  }
  const done = claimed(queue, runId(1));
  queue.started({ attemptId: done.id, epoch: done.epoch, place: 'hearth-1.scope', at: at(11) });
  const exited = { outcome: 'exited', code: 0, signal: null, evidence: null } as const;
  const report = {
    ending: exited,
    duration: seconds(60.5),
    outputBytes: bytes(2048),
    lastOutput: null,
    now: at(72),
  };
  queue.endAttempt({ ...report, attemptId: done.id, epoch: done.epoch }, () => ({
    state: 'succeeded',
  }));
  const failed = claimed(queue, runId(2));
  const oom = {
    outcome: 'oom',
    code: null,
    signal: 'SIGKILL',
    evidence: 'killed at 2 GiB',
  } as const;
  queue.endAttempt(
    { ...report, ending: oom, lastOutput: 'loading…', attemptId: failed.id, epoch: failed.epoch },
    () => ({ state: 'dead', counts: 'failure', note: 'out of memory; 1 of 1 attempts' }),
  );
  claimed(queue, runId(3));
  queue.cancel(runId(4), 'not wanted', at(20));
  queue.enqueue({ job: digest, priority: 'user', runAt: at(9000), key: 'upload-7', now: at(30) });
  queue.fireSchedule({
    job: render,
    priority: 'best-effort',
    instants: [
      { fire: false, dueAt: at(1), runAt: at(1), note: 'too late' },
      { fire: true, dueAt: at(40), runAt: at(40) },
    ],
    mark: at(40),
    now: at(41),
  });
  queue.pause(render, at(50));
  queue.setPassedOver(render, 2);
  const call = queue.openCall({
    consumer: name('chat'),
    subCaller: 'titles',
    runId: runId(3),
    budget,
    priority: 'user',
    api: 'chat',
    model: null,
    arrivedAt: at(60),
  });
  queue.admitCall({
    id: call,
    machine: name('gpu-box'),
    model: 'qwen3-30b',
    admittedAt: at(61),
    waited: seconds(1),
    cap: tokens(512),
    capReason: 'time',
  });
  queue.endCall({
    id: call,
    endedAt: at(71),
    end: 'length',
    waited: seconds(1),
    ran: seconds(10),
    promptTokens: tokens(40),
    answerTokens: tokens(512),
    tokensPerSecond: 13.9,
    charge: { budget, periodAt: at(0), seconds: seconds(10) },
  });
  queue.reserve({
    class: name('gpu'),
    opensAt: at(100),
    closesAt: at(200),
    by: 'me',
    madeAt: at(80),
  });
  queue.saveRate({
    machine: name('gpu-box'),
    model: 'qwen3-30b',
    decode: 13.9,
    prefill: 400,
    samples: [13.8, 14],
    learntAt: at(71),
  });
  queue.recordNotice('run 2 is dead', at(72));
  queue.setClockMark(at(90));
}

const version = MIGRATIONS.at(-1)?.version ?? 0;
const [into = ''] = process.argv.slice(2);
const target = join(into, `schema-${version}.db`);
if (existsSync(target))
  throw new Error(`${target} is there already, and a released fixture never changes.`);
const folder = mkdtempSync(join(tmpdir(), 'hearth-fixture-'));
const opened = openQueue({ folder, now: at(0) });
if (!opened.ok) throw new Error(opened.problem.message);
fill(opened.queue);
opened.queue.close();
copyFileSync(join(folder, 'hearth.db'), target);
rmSync(folder, { recursive: true });
