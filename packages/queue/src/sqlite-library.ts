import Database from 'better-sqlite3';

import { versionProblem } from './open.ts';
import type { Problem } from './problem.ts';

/** The SQLite that the queue brings along. */
export interface SqliteLibrary {
  /** Its version, `3.53.1`. */
  readonly version: string;
  /** Why it cannot hold a queue; null where it can. */
  readonly problem: Problem<'sqlite-too-old'> | null;
}

/** Loads the SQLite that the queue brings along and asks it what it is. Throws where it cannot be loaded. */
export function sqliteLibrary(): SqliteLibrary {
  const db = new Database(':memory:');
  try {
    const version = db.prepare<[], string>('select sqlite_version()').pluck().get() ?? '';
    return { version, problem: versionProblem(version) };
  } finally {
    db.close();
  }
}
