import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import {
  at,
  claimedRun,
  digest,
  enqueued,
  temporaryFolder,
  temporaryQueue,
} from '../temporary.test.helper.ts';
import { copies } from './backup.ts';

test('a copy is one whole file, named by its time, from which the queue goes on', async () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue();
  enqueued(queue);
  const { run, attempt } = claimedRun(queue);
  const copied = await queue.backup({ folder, keep: 3, now: at(0) });
  expect(copied).toMatchObject({ ok: true, file: join(folder, 'hearth-20260303T120000.000Z.db') });
  expect(readdirSync(folder)).toEqual(['hearth-20260303T120000.000Z.db']);

  const restored = temporaryFolder();
  if (copied.ok) copyFileSync(copied.file, join(restored, 'hearth.db'));
  const again = temporaryQueue({ folder: restored });
  expect(again.openAttempts()).toEqual([{ run, attempt }]);
  enqueued(again);
  expect(again.counts()).toMatchObject({ ready: 1, running: 1 });
});

test('work goes on while the copy is made, and is in the copy', async () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ durability: 'normal' });
  for (let made = 0; made < 3000; made += 1) {
    queue.enqueue({
      job: digest,
      priority: 'batch',
      parameters: { text: 'x'.repeat(500) },
      now: at(0),
    });
  }
  let turns = 0;
  const work = setInterval(() => {
    turns += 1;
    enqueued(queue);
  }, 0);
  const copied = await queue.backup({ folder, keep: 1, now: at(0) });
  clearInterval(work);
  expect(copied).toMatchObject({ ok: true });
  expect(turns).toBeGreaterThan(3);
  const copy = new Database(copied.ok ? copied.file : '', { readonly: true });
  const rows = copy.prepare<[], number>('select count(*) from run').pluck().get();
  copy.close();
  expect(rows).toBeGreaterThan(3003);
});

test('only the newest copies are kept, and nothing else in the folder is touched', async () => {
  const folder = join(temporaryFolder(), 'made', 'here');
  const queue = temporaryQueue();
  await queue.backup({ folder, keep: 2, now: at(0) });
  writeFileSync(join(folder, 'before-schema-2-20260303T120000.000Z.db'), '');
  for (const seconds of [60, 120]) await queue.backup({ folder, keep: 2, now: at(seconds) });
  expect(copies(folder)).toEqual([
    'hearth-20260303T120100.000Z.db',
    'hearth-20260303T120200.000Z.db',
  ]);
  expect(readdirSync(folder)).toHaveLength(3);
});

test('where no copy can be made, the reason is said and nothing half-made is left', async () => {
  const queue = temporaryQueue();
  const folder = temporaryFolder();
  const file = join(folder, 'in-the-way');
  writeFileSync(file, '');
  expect(await queue.backup({ folder: file, keep: 2, now: at(0) })).toMatchObject({
    ok: false,
    problem: { code: 'input-output', message: expect.stringContaining(file) },
  });
  mkdirSync(join(folder, 'hearth-20260303T120000.000Z.db'));
  expect(await queue.backup({ folder, keep: 2, now: at(0) })).toMatchObject({ ok: false });
  expect(readdirSync(folder)).not.toContain('hearth-20260303T120000.000Z.db.partial');
});

test('a queue that is closed meanwhile leaves no half of a copy', async () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue();
  enqueued(queue);
  const copying = queue.backup({ folder, keep: 1, now: at(0) });
  queue.close();
  expect(await copying).toMatchObject({ ok: false, problem: { code: 'closed' } });
  expect(readdirSync(folder)).toEqual([]);
});
