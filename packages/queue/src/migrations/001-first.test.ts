import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

import {
  at,
  claimedRun,
  digest,
  enqueued,
  succeeded,
  temporaryQueue,
} from '../temporary.test.helper.ts';

/** A file with a run that succeeded (1), one in its second attempt (2) and a ready one (3), open for whatever one likes. */
function file(): Database.Database {
  const queue = temporaryQueue();
  succeeded(queue, digest);
  enqueued(queue);
  const { attempt } = claimedRun(queue);
  queue.takeBack({ attemptId: attempt.id, epoch: attempt.epoch, now: at(1) });
  claimedRun(queue);
  enqueued(queue);
  queue.close();
  const db = new Database(queue.file);
  onTestFinished(() => void db.close());
  return db;
}

test.each([
  ["update run set state = 'ready', line = 5, finished_at = null where id = 1", 'never changes'],
  ["update run set state = 'dead', line = -1 where id = 1", 'never changes'],
  ['update run set failures = 9 where id = 1', 'never changes'],
  ['update run set epoch = 0 where id = 2', 'an epoch never falls'],
  ["update run set state = 'succeeded' where id = 2", 'CHECK'],
  ['update run set finished_at = 1 where id = 2', 'CHECK'],
  ["update run set state = 'parked' where id = 3", 'CHECK'],
  ['update run set priority = 4 where id = 3', 'CHECK'],
  ['update run set run_at = 1.5 where id = 3', 'cannot store REAL'],
  ["update run set state = 'running' where id = 3", 'CHECK'],
  ['update run set line = 3 where id = 1', 'CHECK'],
  ['update run set line = 2 where id = 3', 'CHECK'],
  ["update run set stop = 'stopped' where id = 2", 'CHECK'],
  ["insert into run_input values (99, '{}')", 'FOREIGN KEY'],
  ['insert into attempt select * from attempt where run_id = 2', 'UNIQUE'],
])('the file itself refuses: %s', (sql, reason) => {
  expect(() => file().exec(sql)).toThrow(reason);
});

test('the note of a run that is over, and who repeats it, can still be written', () => {
  const db = file();
  db.exec("update run set note = 'seen', retried_by = 3 where id = 1");
  expect(db.prepare('select note from run where id = 1').pluck().get()).toBe('seen');
});

test('text that another tool left in broken UTF-8 is read with replacement characters', () => {
  const db = file();
  db.exec("update run set note = cast(x'61ff62' as text) where id = 3");
  db.close();
  const folder = db.name.replace('/hearth.db', '');
  expect(temporaryQueue({ folder }).runs({ limit: 1 }).runs[0]?.note).toBe('a\u{FFFD}b');
});
