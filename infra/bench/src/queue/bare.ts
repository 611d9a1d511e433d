import { join } from 'node:path';

import type { Durability } from '@hearth/queue';

import type { Contender } from './contender.ts';
import { connect, type Connection, type Prepared } from './sqlite.ts';

/**
 * The least that a queue can be: one small table, one index, two statements prepared once, two commits for each run,
 * on the pragmas that hearth uses. What a queue of SQLite can reach at most; the only SQL outside the queue's room.
 */
export function bare(durability: Durability): Contender {
  let db: Connection | null = null;
  let statements: Statements | null = null;
  function prepared(): Statements {
    if (statements === null) throw new Error('The table has not been filled.');
    return statements;
  }
  return {
    fill: (folder, ready) => {
      db = connect(join(folder, 'bare.db'));
      statements = prepare(db, durability);
      const { insert } = statements;
      db.transaction(() => {
        for (let n = 0; n < ready; n += 1) add(insert, n);
      })();
    },
    drills: {
      complete: (runs, done) => {
        const { claim, end } = prepared();
        for (let run = 0; run < runs; run += 1) {
          const row = claim.get('bench') as { id: number; parameters: string };
          JSON.parse(row.parameters);
          end.run(Date.now(), row.id);
          done();
        }
      },
      add: (runs, done) => {
        const { insert } = prepared();
        for (let n = 0; n < runs; n += 1) {
          add(insert, n);
          done();
        }
      },
    },
    elsewhere: () => 0,
    close: () => db?.close(),
  };
}

interface Statements {
  readonly insert: Prepared;
  readonly claim: Prepared;
  readonly end: Prepared;
}

function prepare(db: Connection, durability: Durability): Statements {
  db.pragma('page_size = 1024');
  db.pragma('locking_mode = exclusive');
  db.pragma('journal_mode = wal');
  db.pragma(`synchronous = ${durability}`);
  db.pragma('wal_autocheckpoint = 4000');
  db.exec(`
    create table run (
      id integer primary key, job text not null, priority integer not null, state text not null,
      run_at integer not null, parameters text not null, finished_at integer
    ) strict;
    create index run_ready on run (job, priority, run_at) where state = 'ready';
  `);
  return {
    insert: db.prepare(
      `insert into run (job, priority, state, run_at, parameters) values (?, 2, 'ready', ?, ?)`,
    ),
    // The cast keeps SQLite from planning the statement anew for each value.
    claim: db.prepare(
      `update run set state = 'running' where id = (
         select id from run where state = 'ready' and job = cast(? as text)
         order by priority, run_at, id limit 1
       ) returning *`,
    ),
    end: db.prepare(`update run set state = 'succeeded', finished_at = ? where id = ?`),
  };
}

function add(insert: Prepared, n: number): void {
  insert.run('bench', Date.now(), JSON.stringify({ n }));
}
