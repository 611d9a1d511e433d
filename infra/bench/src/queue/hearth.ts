import { randomUUID } from 'node:crypto';

import { openQueue, type Claimed, type Durability, type Queue } from '@hearth/queue';
import { bytes, instant, name, seconds, type Instant, type JobName } from '@hearth/words';

import type { Contender } from './contender.ts';

type ClaimedRun = Extract<Claimed, { ok: true }>;

/** The job whose runs the drills claim. */
export const JOB: JobName = name('bench');
/** Any second will do: that is how far apart the instants of a schedule are. */
const EVERY_MS = 1000;

/**
 * hearth's queue, by its own verbs. `asked` is how the runs are completed: `briefly` by the two verbs that the peers
 * have too, `fully` by the four that a run of a house takes.
 */
export function hearth(durability: Durability, asked: 'briefly' | 'fully'): Contender {
  let queue: Queue | null = null;
  let fired = 0;
  function opened(): Queue {
    if (queue === null) throw new Error('The queue has not been filled.');
    return queue;
  }
  return {
    fill: (folder, ready) => {
      queue = open(folder, durability);
      fired = 0;
      enqueue(queue, JOB, ready);
    },
    drills: {
      complete: (runs, done) => {
        const verbs = opened();
        for (let run = 0; run < runs; run += 1) {
          complete(verbs, asked === 'fully' ? claimFully(verbs) : claim(verbs, { job: JOB }));
          done();
        }
      },
      add: (runs, done) => {
        const verbs = opened();
        for (let run = 0; run < runs; run += 1) {
          add(verbs, JOB, run);
          done();
        }
      },
      fire: (runs, done) => {
        const verbs = opened();
        for (let run = 0; run < runs; run += 1) {
          fire(verbs, fired);
          fired += 1;
          done();
        }
      },
    },
    elsewhere: () => 0,
    close: () => queue?.close(),
  };
}

/** Opens the queue of a folder. */
export function open(folder: string, durability: Durability): Queue {
  const found = openQueue({ folder, now: now(), durability });
  if (!found.ok) throw new Error(`${found.problem.message} ${found.problem.hint}`);
  return found.queue;
}

/** Enqueues so many runs of a job, all in one transaction. */
export function enqueue(queue: Queue, job: JobName, runs: number): void {
  queue.durably(() => {
    for (let run = 0; run < runs; run += 1) add(queue, job, run);
  });
}

/** Enqueues one run. */
export function add(queue: Queue, job: JobName, n: number): void {
  const answer = queue.enqueue({ job, priority: 'batch', parameters: { n }, now: now() });
  if (!answer.ok) throw new Error(answer.problem.message);
}

/** Claims a run that must be there. */
export function claim(queue: Queue, from: Parameters<Queue['claim']>[0]['from']): ClaimedRun {
  const claimed = queue.claim({
    from,
    runner: name('pi'),
    bootId: 'f3f1c7a2-0f0e-4c57-9d0c-3a1d2f5b7e11',
    claimId: randomUUID(),
    token: randomUUID(),
    now: now(),
  });
  if (!claimed.ok) throw new Error(`No run is ready (${claimed.reason}).`);
  return claimed;
}

/** Ends the attempt of a claimed run, which succeeded. */
export function complete(queue: Queue, { attempt }: ClaimedRun): void {
  const ended = queue.endAttempt(
    {
      attemptId: attempt.id,
      epoch: attempt.epoch,
      ending: { outcome: 'exited', code: 0, signal: null, evidence: null },
      duration: seconds(1),
      outputBytes: bytes(0),
      lastOutput: null,
      now: now(),
    },
    () => ({ state: 'succeeded' }),
  );
  if (!ended.ok) throw new Error(`The end was refused (${ended.reason}).`);
}

/** As the gateway does it: it looks at the head of each admissible job, claims one, and hears that it has started. */
function claimFully(queue: Queue): ClaimedRun {
  const [head] = queue.heads([JOB]);
  if (head === undefined) throw new Error('No run is ready.');
  const claimed = claim(queue, { run: head.id });
  const { id: attemptId, epoch } = claimed.attempt;
  const place = 'hearth-run-1.scope';
  const started = queue.started({ attemptId, epoch, place, at: now() });
  if (!started.ok) throw new Error(`The start was refused (${started.reason}).`);
  return claimed;
}

function fire(queue: Queue, nth: number): void {
  const dueAt = instant((nth + 1) * EVERY_MS);
  const runs = queue.fireSchedule({
    job: JOB,
    priority: 'batch',
    instants: [{ fire: true, dueAt, runAt: dueAt }],
    mark: dueAt,
    now: now(),
  });
  if (runs.length !== 1) throw new Error(`${runs.length} runs were made of one instant.`);
}

function now(): Instant {
  return instant(Date.now());
}
