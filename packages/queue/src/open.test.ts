import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { answerOf, startChild } from './child.test.helper.ts';
import { openQueue, openStore, versionProblem } from './open.ts';
import {
  at,
  enqueued,
  NOON,
  temporaryFolder,
  temporaryQueue,
  temporaryStore,
} from './temporary.test.helper.ts';

const SECOND = new URL('./second.test.child.ts', import.meta.url);

const isRoot = process.getuid?.() === 0;

test('a folder without a queue gets one, with every pragma that the queue rests on', () => {
  const folder = join(temporaryFolder(), 'made', 'here');
  const store = temporaryStore({ folder });
  expect(store.file).toBe(join(folder, 'hearth.db'));
  const settings = [
    'journal_mode',
    'synchronous',
    'foreign_keys',
    'locking_mode',
    'page_size',
    'cache_size',
    'temp_store',
    'wal_autocheckpoint',
    'journal_size_limit',
    'trusted_schema',
  ];
  const found = Object.assign({}, ...settings.map((name) => store.pragma(name)[0])) as object;
  expect(found).toEqual({
    journal_mode: 'wal',
    synchronous: 1,
    foreign_keys: 1,
    locking_mode: 'exclusive',
    page_size: 1024,
    cache_size: -2000,
    temp_store: 2,
    wal_autocheckpoint: 4000,
    journal_size_limit: 16_777_216,
    trusted_schema: 0,
  });
  expect(existsSync(`${store.file}-shm`)).toBe(false);
});

test('the pragmas are the same at the second start', () => {
  const folder = temporaryFolder();
  temporaryQueue({ folder }).close();
  const store = temporaryStore({ folder });
  expect(store.pragma('synchronous')).toEqual([{ synchronous: 1 }]);
  expect(store.pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
});

test('a second process is refused at once, and the first goes on', async () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  enqueued(queue);
  const second = startChild(SECOND, [folder]);
  expect(await answerOf(second)).toMatchObject({
    ok: false,
    problem: { code: 'locked', message: `Another process has ${queue.file} open.` },
  });
  enqueued(queue);
  expect(queue.counts().ready).toBe(2);
});

test('a second queue in the same process is refused as well', () => {
  const folder = temporaryFolder();
  temporaryQueue({ folder });
  expect(openQueue({ folder, now: NOON })).toMatchObject({
    ok: false,
    problem: { code: 'locked' },
  });
});

test('a process that is killed lets go of the queue', async () => {
  const folder = temporaryFolder();
  const first = startChild(SECOND, [folder]);
  expect(await answerOf(first)).toMatchObject({ ok: true });
  expect(openQueue({ folder, now: NOON })).toMatchObject({
    ok: false,
    problem: { code: 'locked' },
  });
  await first.kill();
  expect(enqueued(temporaryQueue({ folder }))).toMatchObject({ id: 1 });
});

test('no other tool can read the file meanwhile', () => {
  const queue = temporaryQueue();
  const other = new Database(queue.file, { readonly: true, timeout: 0 });
  expect(() => other.prepare('select count(*) from run').get()).toThrow('database is locked');
  other.close();
});

test('a damaged file is refused, named with its newest copy, and left as it is', async () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  for (let made = 0; made < 200; made += 1) enqueued(queue);
  const copy = await queue.backup({ folder: join(folder, 'backups'), keep: 2, now: at(0) });
  queue.close();
  const whole = readFileSync(queue.file);
  whole.fill(0xff, 3 * 1024, 9 * 1024);
  writeFileSync(queue.file, whole);
  const opened = openQueue({ folder, now: NOON });
  expect(opened).toMatchObject({
    ok: false,
    problem: { code: 'corrupt', message: expect.stringContaining(queue.file) },
  });
  expect(!opened.ok && opened.problem.hint).toContain(copy.ok ? copy.file : 'no copy');
  expect(readFileSync(queue.file)).toEqual(whole);
});

test('a file that is no database is refused and left as it is', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'hearth.db');
  writeFileSync(file, 'shopping list\n'.repeat(200));
  const opened = openQueue({ folder, now: NOON });
  expect(opened).toMatchObject({ ok: false, problem: { code: 'corrupt' } });
  expect(!opened.ok && opened.problem.hint).toContain('no copy in its backups folder');
  expect(readFileSync(file, 'utf8')).toBe('shopping list\n'.repeat(200));
});

test("another program's database is refused", () => {
  const folder = temporaryFolder();
  const other = new Database(join(folder, 'hearth.db'));
  other.exec('create table recipe (name text)');
  other.close();
  expect(openQueue({ folder, now: NOON })).toMatchObject({
    ok: false,
    problem: { code: 'not-hearth' },
  });
});

test('a file of no bytes, as a power cut can leave it, becomes a queue', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'hearth.db'), '');
  expect(enqueued(temporaryQueue({ folder }))).toMatchObject({ id: 1 });
});

test('a queue of a newer hearth is refused in one sentence', () => {
  const folder = temporaryFolder();
  const newer = openStore({ folder, now: NOON });
  if (newer.ok) {
    newer.store.pragma('user_version = 7');
    newer.store.close();
  }
  expect(openQueue({ folder, now: NOON })).toEqual({
    ok: false,
    problem: {
      code: 'newer-version',
      message: `${join(folder, 'hearth.db')} was written by a newer hearth: its schema is 7, and this one knows 1.`,
      hint: expect.stringContaining('newer hearth'),
    },
  });
});

test('a folder that cannot be made is named with the reason', () => {
  const file = join(temporaryFolder(), 'in-the-way');
  writeFileSync(file, '');
  const folder = join(file, 'data');
  expect(openQueue({ folder, now: NOON })).toMatchObject({
    ok: false,
    problem: { code: 'not-writable', message: expect.stringContaining(folder) },
  });
});

test('a folder is closed to other users', () => {
  const folder = join(temporaryFolder(), 'data');
  temporaryQueue({ folder });
  expect(statSync(folder).mode & 0o077).toBe(0);
});

// Only root can start a process as another user, and only another user is kept out by the mode of a file.
test.skipIf(!isRoot)('a queue that may not be written is refused', async () => {
  const outer = temporaryFolder();
  chmodSync(outer, 0o755);
  const folder = join(outer, 'data');
  mkdirSync(folder);
  temporaryQueue({ folder }).close();
  const nobody = startChild(SECOND, [folder], 65_534);
  expect(await answerOf(nobody)).toMatchObject({ ok: false, problem: { code: 'not-writable' } });
});

test.each(['3.51.2', '3.50.9', '2.99.99', '3.51'])('SQLite %s is too old', (version) => {
  expect(versionProblem(version)).toMatchObject({ code: 'sqlite-too-old' });
});

test.each(['3.51.3', '3.52.0', '4.0.0', '3.54.1'])('SQLite %s will do', (version) => {
  expect(versionProblem(version)).toBe(null);
});
