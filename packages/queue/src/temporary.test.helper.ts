import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { instant, name, type Instant, type JobName, type RunnerName } from '@hearth/words';
import { onTestFinished } from 'vitest';

import type { ClaimRequest } from './attempts/claim.ts';
import type { EndReport } from './attempts/end-attempt.ts';
import type { Attempt } from './attempts/attempt.ts';
import { openQueue, openStore, type OpenOptions } from './open.ts';
import type { Queue } from './queue.ts';
import type { Run } from './runs/run.ts';
import type { Store } from './store.ts';

/** A Tuesday at noon, from which the tests count in seconds. */
export const NOON: Instant = instant(Date.UTC(2026, 2, 3, 12));

/** So many seconds after noon. */
export function at(seconds: number): Instant {
  return instant(NOON + seconds * 1000);
}

export const digest: JobName = name('nightly-digest');
export const render: JobName = name('render');
export const pi: RunnerName = name('pi');

/** A file system in memory, where there is one: the tests sync thousands of times, and few of them are about the disk. */
const QUICK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** An empty folder that is gone after the test. */
export function temporaryFolder(where: string = QUICK): string {
  const folder = mkdtempSync(join(where, 'hearth-queue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A queue in that folder, or in a new one, closed after the test. */
export function temporaryQueue(options: Partial<OpenOptions> = {}): Queue {
  const opened = openQueue({ folder: options.folder ?? temporaryFolder(), now: NOON, ...options });
  if (!opened.ok) throw new Error(opened.problem.message);
  onTestFinished(() => opened.queue.close());
  return opened.queue;
}

/** Like {@link temporaryQueue}, for tests of what lies under the verbs. */
export function temporaryStore(options: Partial<OpenOptions> = {}): Store {
  const opened = openStore({ folder: options.folder ?? temporaryFolder(), now: NOON, ...options });
  if (!opened.ok) throw new Error(opened.problem.message);
  onTestFinished(() => opened.store.close());
  return opened.store;
}

/** A ready run of a job. */
export function enqueued(queue: Queue, job: JobName = digest, seconds = 0): Run {
  const answer = queue.enqueue({ job, priority: 'batch', now: at(seconds) });
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.run;
}

let claims = 0;

/** A claim like no other. */
export function claimOf(from: ClaimRequest['from'], seconds = 0): ClaimRequest {
  claims += 1;
  const claimId = `claim-${claims}`;
  return {
    from,
    runner: pi,
    bootId: 'boot-1',
    claimId,
    token: `token-${claims}`,
    now: at(seconds),
  };
}

/** An attempt of a ready run of the job. */
export function claimedRun(
  queue: Queue,
  job: JobName = digest,
  seconds = 0,
): { run: Run; attempt: Attempt } {
  const answer = queue.claim(claimOf({ job }, seconds));
  if (!answer.ok) throw new Error(`No run of ${job} is ready.`);
  return answer;
}

/** The word that the attempt exited with 0 after a minute. */
export function exited(attempt: Attempt, change: Partial<EndReport> = {}): EndReport {
  return {
    attemptId: attempt.id,
    epoch: attempt.epoch,
    ending: { outcome: 'exited', code: 0, signal: null, evidence: null },
    duration: 60 as EndReport['duration'],
    outputBytes: 10 as EndReport['outputBytes'],
    lastOutput: null,
    now: at(100),
    ...change,
  };
}

/** A run of the job that was enqueued, claimed and succeeded, in `seconds`. */
export function succeeded(queue: Queue, job: JobName = digest, now: Instant = at(100)): Run {
  enqueued(queue, job);
  const { attempt } = claimedRun(queue, job);
  const ended = queue.endAttempt(exited(attempt, { now }), () => ({ state: 'succeeded' }));
  if (!ended.ok) throw new Error(ended.reason);
  return ended.run;
}
