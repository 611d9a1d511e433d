import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { StorageError } from './problem.ts';
import { bind, type Queue } from './queue.ts';
import {
  at,
  claimedRun,
  digest,
  enqueued,
  exited,
  temporaryFolder,
  temporaryQueue,
  temporaryStore,
} from './temporary.test.helper.ts';

/** Enqueues runs with a few kB each until it cannot, and answers the error and the runs that were acknowledged. */
function fill(queue: Queue): { error: unknown; accepted: number } {
  for (let accepted = 0; accepted < 10_000; accepted += 1) {
    try {
      queue.enqueue({
        job: digest,
        priority: 'batch',
        parameters: { text: 'x'.repeat(4000) },
        now: at(0),
      });
    } catch (error) {
      return { error, accepted };
    }
  }
  return { error: null, accepted: 10_000 };
}

test('when the file cannot grow, the verb says so, nothing accepted is lost and nothing is half done', () => {
  const store = temporaryStore();
  const queue = bind(store);
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  const pages = Number(store.pragma('page_count')[0]?.['page_count']);
  store.pragma(`max_page_count = ${pages + 30}`);
  const { error, accepted } = fill(queue);
  expect(error).toBeInstanceOf(StorageError);
  expect(error).toMatchObject({
    code: 'disk-full',
    message: expect.stringContaining(queue.file),
    hint: expect.stringContaining('Free some space'),
  });
  expect(accepted).toBeGreaterThan(2);
  expect(queue.counts()).toMatchObject({ ready: accepted, running: 1 });
  expect(store.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);

  store.pragma('max_page_count = 1000000');
  expect(
    queue.endAttempt(exited(attempt, { lastOutput: 'x'.repeat(9000) }), () => ({
      state: 'succeeded',
    })),
  ).toMatchObject({ ok: true });
  expect(enqueued(queue)).toMatchObject({ state: 'ready' });
});

/** A file system of its own with so many kB; null where this process may not mount one. */
function smallDisk(kilobytes: number): string | null {
  const folder = temporaryFolder();
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('/bin/umount', [folder]));
  return folder;
}

test('a disk that is really full refuses, and after some space is freed the queue goes on', async ({
  skip,
}) => {
  const disk = smallDisk(1024);
  if (disk === null) return skip('no right to mount a small disk');
  const queue = temporaryQueue({ folder: join(disk, 'data') });
  const { error, accepted } = fill(queue);
  expect(error).toMatchObject({ code: 'disk-full' });
  expect(accepted).toBeGreaterThan(10);
  expect(queue.counts().ready).toBe(accepted);
  expect(await queue.backup({ folder: join(disk, 'copies'), keep: 1, now: at(0) })).toMatchObject({
    ok: false,
    problem: { code: 'disk-full' },
  });
  expect(readdirSync(join(disk, 'copies'))).toEqual([]);

  execFileSync('/bin/mount', ['-o', 'remount,size=8192k', disk]);
  expect(enqueued(queue)).toMatchObject({ state: 'ready' });
  queue.close();
  expect(temporaryQueue({ folder: join(disk, 'data') }).counts().ready).toBe(accepted + 1);
});
