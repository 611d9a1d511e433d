import { writeSync } from 'node:fs';

import { instant, name, seconds, type JobName, type RunnerName } from '@hearth/words';

import { openQueue } from './open.ts';

// A process of its own that works at a queue as fast as it can until it is killed. It says a thing only once the queue
// has acknowledged it: whatever it has said must be there afterwards.
const [folder = '', round = ''] = process.argv.slice(2);
const opened = openQueue({ folder, now: instant(0) });
if (!opened.ok) throw new Error(opened.problem.message);
const { queue } = opened;
const job: JobName = name('nightly-digest');
const runner: RunnerName = name('pi');

function say(word: object): void {
  writeSync(1, `${JSON.stringify(word)}\n`);
}

for (let step = 1; ; step += 1) {
  const now = instant(step * 1000);
  const accepted = queue.enqueue({ job, priority: 'batch', parameters: { step }, now });
  if (accepted.ok) say({ accepted: accepted.run.id });
  const [fired] = queue.fireSchedule({
    job,
    priority: 'batch',
    instants: [{ fire: true, dueAt: instant(Number(round) * 1e9 + step), runAt: now }],
    mark: instant(Number(round) * 1e9 + step),
    now,
  });
  if (fired !== undefined) say({ accepted: fired.id, dueAt: fired.dueAt });
  const token = `${round}-${step}`;
  const claimed = queue.claim({ from: { job }, runner, bootId: round, claimId: token, token, now });
  if (!claimed.ok) continue;
  const { id, runId, epoch } = claimed.attempt;
  say({ claimed: runId, attempt: id, epoch });
  // Every third attempt is left open, as by a runner that goes on.
  if (step % 3 === 0) continue;
  const ended = queue.endAttempt(
    {
      attemptId: id,
      epoch,
      ending: { outcome: 'exited', code: step % 3 === 1 ? 0 : 1, signal: null, evidence: null },
      duration: seconds(1),
      outputBytes: null,
      lastOutput: step % 3 === 1 ? null : 'boom',
      now,
    },
    (_, attempt) =>
      attempt.ending?.code === 0
        ? { state: 'succeeded' }
        : { state: 'scheduled', counts: 'failure', runAt: now, note: null },
  );
  if (ended.ok) say({ ended: runId, attempt: id, state: ended.run.state });
}
