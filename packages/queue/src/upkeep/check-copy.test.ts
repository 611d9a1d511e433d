import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { temporaryFolder } from '../temporary.test.helper.ts';
import { checkCopy } from './check-copy.ts';

function database(): string {
  const file = join(temporaryFolder(), 'copy.db');
  const db = new Database(file);
  db.exec('create table t (a, b); create index i on t (a)');
  const insert = db.prepare('insert into t values (?, ?)');
  db.exec('begin');
  for (let row = 0; row < 500; row += 1) insert.run(row, 'x'.repeat(50));
  db.exec('commit');
  db.close();
  return file;
}

test('a whole copy has no fault', async () => {
  expect(await checkCopy(database())).toBe(null);
});

test('a fault in a page is found', async () => {
  const file = database();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(2000, 0xff), 0, 2000, 3 * 4096 + 100);
  closeSync(handle);
  expect(await checkCopy(file)).toMatch(/\w/);
});

test('a file that is no database is an error', async () => {
  const file = join(temporaryFolder(), 'text.db');
  const handle = openSync(file, 'w');
  writeSync(handle, 'not a database, but long enough to be looked at '.repeat(100));
  closeSync(handle);
  await expect(checkCopy(file)).rejects.toThrow('file is not a database');
});
