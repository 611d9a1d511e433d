import { tmpdir } from 'node:os';

import type { AttemptId, Epoch, Instant, RunId, RunState } from '@hearth/words';
import { expect, test } from 'vitest';

import { startChild } from './child.test.helper.ts';
import { bind, type Queue } from './queue.ts';
import type { Run } from './runs/run.ts';
import { digest, NOON, temporaryFolder, temporaryStore } from './temporary.test.helper.ts';

const WORKER = new URL('./crash.test.child.ts', import.meta.url);

/** What the process says once the queue has acknowledged it. */
type Word =
  | { readonly accepted: RunId; readonly dueAt?: Instant }
  | { readonly claimed: RunId; readonly attempt: AttemptId; readonly epoch: Epoch }
  | { readonly ended: RunId; readonly attempt: AttemptId; readonly state: RunState };

/** Kills the process at some moment after it has said so many things, and answers all that it said. */
async function workUntilKilled(
  folder: string,
  round: number,
  words: number,
): Promise<readonly Word[]> {
  const child = startChild(WORKER, [folder, String(round)]);
  const said: Word[] = [];
  for await (const line of child.lines) {
    // The last line may be cut off by the kill.
    if (!line.endsWith('}')) break;
    said.push(JSON.parse(line) as Word);
    if (said.length === words) void child.kill();
  }
  await child.kill();
  return said;
}

/** True where what was said is to be found in the queue. */
function isKept(queue: Queue, word: Word): boolean {
  if ('accepted' in word) return queue.run(word.accepted) !== null;
  const attempt = queue.attempt(word.attempt);
  if ('claimed' in word) return attempt?.runId === word.claimed && attempt.epoch === word.epoch;
  const isOver = attempt !== null && attempt.endedAt !== null;
  // A run that is tried again may have been anything since.
  return isOver && (word.state !== 'succeeded' || queue.run(word.ended)?.state === 'succeeded');
}

/** Fires every instant that is said to have been fired. */
function fireAgain(queue: Queue, said: readonly Word[]): readonly Run[] {
  const dues = said.flatMap((word) =>
    'dueAt' in word && word.dueAt !== undefined ? [word.dueAt] : [],
  );
  const instants = dues.map((dueAt) => ({ fire: true, dueAt, runAt: dueAt }) as const);
  const mark = dues.at(-1) ?? NOON;
  return queue.fireSchedule({ job: digest, priority: 'batch', instants, mark, now: mark });
}

test(
  'whatever was acknowledged before a kill is there afterwards, a dozen times over',
  { timeout: 60_000 },
  async () => {
    const folder = temporaryFolder(tmpdir());
    let acknowledged = 0;
    for (let round = 1; round <= 12; round += 1) {
      const said = await workUntilKilled(folder, round, 1 + Math.floor(Math.random() * 150));
      acknowledged += said.length;
      const store = temporaryStore({ folder });
      const queue = bind(store);
      expect(store.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(store.pragma('foreign_key_check')).toEqual([]);
      expect(said.filter((word) => !isKept(queue, word))).toEqual([]);
      const open = queue.openAttempts().map(({ run }) => run.id);
      expect(open).toEqual([...new Set(open)]);
      expect(fireAgain(queue, said)).toEqual([]);
      store.close();
    }
    expect(acknowledged).toBeGreaterThan(100);
  },
);
