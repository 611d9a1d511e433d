import { createRequire } from 'node:module';

/** The part of a better-sqlite3 connection that the contenders use. */
export interface Connection {
  exec(sql: string): void;
  pragma(text: string): unknown;
  prepare(sql: string): Prepared;
  transaction(work: () => void): () => void;
  close(): void;
}

/** The part of a prepared statement that they use. */
export interface Prepared {
  run(...values: unknown[]): unknown;
  get(...values: unknown[]): unknown;
}

/**
 * Opens a file with the very library that the queue uses, so that hearth, plainjob and the bare statements are measured
 * on one SQLite.
 */
export function connect(file: string): Connection {
  const fromQueue = createRequire(import.meta.resolve('@hearth/queue'));
  const Database = fromQueue('better-sqlite3') as new (file: string) => Connection;
  return new Database(file);
}

/** The version of that SQLite. */
export function sqliteVersion(): string {
  const db = connect(':memory:');
  const row = db.prepare('select sqlite_version() as version').get() as { version: string };
  db.close();
  return row.version;
}
