import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Migration } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { openStore } from './open.ts';
import { enqueued, NOON, temporaryFolder, temporaryQueue } from './temporary.test.helper.ts';

const wider: Migration = {
  version: 2,
  sql: 'alter table meta add column why text; create table extra (a integer) strict;',
};
const broken: Migration = {
  version: 3,
  sql: 'create table half (a integer) strict; create table half (a integer) strict;',
};

/** The versions that a folder is opened with, one after the other, and what comes of the last. */
function opened(folder: string, steps: readonly Migration[]) {
  const store = openStore({ folder, now: NOON }, steps);
  if (!store.ok) return store.problem;
  const version = store.store.pragma('user_version')[0]?.['user_version'];
  const tables = store.store.pragma('table_list').map((row) => row['name']);
  store.store.close();
  return { version, hasExtra: tables.includes('extra'), hasHalf: tables.includes('half') };
}

test('the migrations are numbered from one without a gap', () => {
  expect(MIGRATIONS.map((step) => step.version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
});

test('a new file is given every step at once, and no copy is made of nothing', () => {
  const folder = temporaryFolder();
  expect(opened(folder, [...MIGRATIONS, wider])).toEqual({
    version: 2,
    hasExtra: true,
    hasHalf: false,
  });
  expect(readdirSync(folder)).toEqual(['hearth.db']);
});

test('an older file is copied first, then brought to the newest schema with its rows', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  const run = enqueued(queue);
  queue.close();
  expect(opened(folder, [...MIGRATIONS, wider])).toMatchObject({ version: 2, hasExtra: true });
  const copy = join(folder, 'backups', 'before-schema-2-20260303T120000.000Z.db');
  const restored = temporaryFolder();
  copyFileSync(copy, join(restored, 'hearth.db'));
  expect(temporaryQueue({ folder: restored }).run(run.id)).toMatchObject(run);
});

test('a step that fails leaves the file as it was, at its old version', () => {
  const folder = temporaryFolder();
  const queue = temporaryQueue({ folder });
  const run = enqueued(queue);
  queue.close();
  const problem = opened(folder, [...MIGRATIONS, wider, broken]);
  expect(problem).toMatchObject({
    code: 'migration-failed',
    message: expect.stringContaining('table half already exists'),
    hint: expect.stringContaining('Nothing was changed'),
  });
  expect(opened(folder, MIGRATIONS)).toEqual({ version: 1, hasExtra: false, hasHalf: false });
  expect(temporaryQueue({ folder }).run(run.id)).toMatchObject(run);
});

test('a step that leaves a row pointing nowhere is taken back', () => {
  const folder = temporaryFolder();
  const orphan: Migration = {
    version: 2,
    sql: "insert into run_input (run_id, parameters) values (99, '{}');",
  };
  opened(folder, MIGRATIONS);
  expect(opened(folder, [...MIGRATIONS, orphan])).toMatchObject({
    code: 'migration-failed',
    message: expect.stringContaining('point nowhere'),
  });
  expect(opened(folder, MIGRATIONS)).toMatchObject({ version: 1 });
});

test('foreign keys hold again after a migration', () => {
  const store = openStore({ folder: temporaryFolder(), now: NOON });
  expect(store.ok && store.store.pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
  if (store.ok) store.store.close();
});
