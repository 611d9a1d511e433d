import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

import { noticeWrite } from './house/notices.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { statement } from './sql/statement.ts';
import { Store } from './store.ts';
import { NOON, temporaryStore } from './temporary.test.helper.ts';

test('a transaction is kept whole, or not at all', () => {
  const store = temporaryStore();
  expect(store.write(() => store.pragma('user_version')[0])).toEqual({ user_version: 1 });
  expect(() =>
    store.write(() => {
      store.pragma('user_version = 9');
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(store.pragma('user_version')).toEqual([{ user_version: 1 }]);
  store.write(() => store.pragma('user_version = 9'));
  expect(store.pragma('user_version')).toEqual([{ user_version: 9 }]);
});

test('a transaction inside another is a part of it', () => {
  const store = temporaryStore();
  expect(() =>
    store.write(() => {
      store.write(() => store.pragma('user_version = 9'));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(store.pragma('user_version')).toEqual([{ user_version: 1 }]);
});

test('a part that failed takes the whole with it, though its error was caught', () => {
  const store = temporaryStore();
  const fails = (): void => {
    store.pragma('user_version = 8');
    throw new Error('no');
  };
  expect(() =>
    store.write(() => {
      expect(() => store.write(fails)).toThrow('no');
      expect(() => store.pragma('user_version = 9')).toThrow('no');
    }),
  ).toThrow('no');
  expect(store.pragma('user_version')).toEqual([{ user_version: 1 }]);
});

test('a durable commit is synced and the next plain one is not', () => {
  const store = temporaryStore();
  const level = () => store.pragma('synchronous')[0];
  const [normal, full] = [{ synchronous: 1 }, { synchronous: 2 }];
  expect(store.durably(level)).toEqual(full);
  expect(store.write(level)).toEqual(normal);
  expect(store.durably(() => store.write(level))).toEqual(full);
  expect(() =>
    store.durably(() => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(level()).toEqual(normal);
  expect(store.durably(level)).toEqual(full);
});

test('a single durable statement is synced, and refuses to stand in a plain transaction', () => {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  for (const { sql } of MIGRATIONS) db.exec(sql);
  db.pragma('synchronous = normal');
  const store = new Store(db, 'full');
  // Notes the level at which each notice is written.
  db.exec(`create temp trigger seen after insert on notice begin
    insert into meta select 'seen', synchronous from pragma_synchronous where true
    on conflict (name) do update set value = excluded.value; end`);
  const seen = () => db.prepare("select value from meta where name = 'seen'").pluck().get();
  store.run(noticeWrite, { key: 'a', at: NOON });
  expect(seen()).toBe(1);
  store.runDurably(noticeWrite, { key: 'b', at: NOON });
  expect(seen()).toBe(2);
  store.run(noticeWrite, { key: 'c', at: NOON });
  expect(seen()).toBe(1);
  const part = () => store.runDurably(noticeWrite, { key: 'd', at: NOON });
  expect(() => store.write(part)).toThrow('make the outer one durable');
  expect(store.durably(part)).toMatchObject({ changes: 1 });
});

test('a durable part of a plain transaction is a mistake that is said', () => {
  const store = temporaryStore();
  expect(() => store.write(() => store.durably(() => 1))).toThrow('make the outer one durable');
  expect(store.write(() => 1)).toBe(1);
});

test('where durability was given up, nothing is synced', () => {
  const store = temporaryStore({ durability: 'normal' });
  expect(store.durably(() => store.pragma('synchronous'))).toEqual([{ synchronous: 1 }]);
  expect(store.write(() => store.durably(() => 1))).toBe(1);
});

test('work that waits cannot be a transaction, and leaves none open', async () => {
  const store = temporaryStore();
  let waiting: Promise<void> | undefined;
  const work = (): Promise<void> => (waiting = Promise.resolve());
  expect(() => store.write(work)).toThrow('must not be async');
  await waiting;
  expect(store.write(() => 1)).toBe(1);
});

test('a statement that was not compiled says what to do', () => {
  const store = temporaryStore();
  const unknown = statement('unknown', (db) => db.selectFrom('meta').select('name'));
  expect(() => store.all(unknown, {})).toThrow('run the tests with -u');
});
