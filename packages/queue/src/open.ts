import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Instant } from '@hearth/words';
import Database from 'better-sqlite3';

import { migrate, type Migration } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { storageProblem, type Problem } from './problem.ts';
import { bind, type Queue } from './queue.ts';
import { Store, type Durability } from './store.ts';
import { BACKUPS, copies } from './upkeep/backup.ts';

/** The database's name in the data folder. */
const FILE = 'hearth.db';
/** Older versions can lose writes when a checkpoint and a commit meet (the "WAL reset" fault). */
const OLDEST_SQLITE = [3, 51, 3] as const;

/** Where the queue is. */
export interface OpenOptions {
  /** The data folder; it is made where it is missing. */
  readonly folder: string;
  /** For the name of the copy that is made before a migration. */
  readonly now: Instant;
  /**
   * `full` when absent: what must survive a power cut is on disk when it is acknowledged. `normal` gives that up for
   * speed, in tests and measurements.
   */
  readonly durability?: Durability | undefined;
}

/** Why a queue cannot be opened. The file has not been changed. */
export type OpenCode =
  | 'locked'
  | 'newer-version'
  | 'not-hearth'
  | 'corrupt'
  | 'not-writable'
  | 'disk-full'
  | 'sqlite-too-old'
  | 'migration-failed';

/** The queue, or why there is none. */
export type Opened =
  | { readonly ok: true; readonly queue: Queue }
  | { readonly ok: false; readonly problem: Problem<OpenCode> };

type OpenedStore =
  | { readonly ok: true; readonly store: Store }
  | { readonly ok: false; readonly problem: Problem<OpenCode> };

/**
 * Opens the queue of a data folder, or makes it. One process at a time: the file is locked until {@link Queue.close} or
 * the end of the process, however that comes. The file is looked through first, which takes a fast machine about
 * a second for each 100 MB, and brought to the newest schema.
 */
export function openQueue(options: OpenOptions): Opened {
  const opened = openStore(options);
  return opened.ok ? { ok: true, queue: bind(opened.store) } : opened;
}

/** {@link openQueue} without the verbs, and with other migrations than the released ones where they are given. */
export function openStore(
  options: OpenOptions,
  steps: readonly Migration[] = MIGRATIONS,
): OpenedStore {
  const file = join(options.folder, FILE);
  let db: Database.Database | null = null;
  try {
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    // A gateway that is just ending gets a moment to let go of the file.
    db = new Database(file, { timeout: 250 });
    const problem = prepare(db, options, steps);
    if (problem !== null) {
      db.close();
      return { ok: false, problem };
    }
    return { ok: true, store: new Store(db, options.durability ?? 'full') };
  } catch (error) {
    db?.close();
    const problem = problemOf(error, file, options.folder);
    if (problem === null) throw error;
    return { ok: false, problem };
  }
}

function prepare(
  db: Database.Database,
  { folder, now }: OpenOptions,
  steps: readonly Migration[],
): Problem<OpenCode> | null {
  const old = versionProblem(String(db.prepare('select sqlite_version()').pluck().get()));
  if (old !== null) return old;
  setPragmas(db);
  const fault = db.pragma('quick_check(1)', { simple: true });
  if (fault !== 'ok') return damaged(db.name, folder, String(fault));
  return migrationProblem(db, steps, now);
}

/** Each of these belongs to the connection or may be missing in an older file, so that all are set at every start. */
function setPragmas(db: Database.Database): void {
  // Only a file that is still empty takes a page size. Small pages: every commit writes whole ones, and a claim with its
  // end writes 3.2 KB to the card with 1 KiB pages against 12.4 KB with SQLite's usual 4 KiB.
  db.pragma('page_size = 1024');
  // Before the first read: then the file is locked from there to the end of the process, even `kill -9`, a second
  // process is refused at once, and the log needs no index in shared memory.
  db.pragma('locking_mode = exclusive');
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = normal');
  db.pragma('foreign_keys = on');
  db.pragma('cache_size = -2000');
  db.pragma('temp_store = memory');
  // 4 MB of log between checkpoints, half or twice of which makes a run dearer, and at most 16 MB of it left lying after a burst.
  db.pragma('wal_autocheckpoint = 4000');
  db.pragma('journal_size_limit = 16777216');
  db.pragma('trusted_schema = off');
}

/** Refuses a library that is too old; null for one that will do. */
export function versionProblem(version: string): Problem<'sqlite-too-old'> | null {
  const parts = version.split('.').map(Number);
  for (const [place, least] of OLDEST_SQLITE.entries()) {
    const part = parts[place] ?? 0;
    if (part > least) return null;
    if (part < least) {
      return {
        code: 'sqlite-too-old',
        message: `SQLite ${version} can lose writes; the queue needs ${OLDEST_SQLITE.join('.')} or newer.`,
        hint: 'Install hearth again, so that it brings its own SQLite (better-sqlite3).',
      };
    }
  }
  return null;
}

function migrationProblem(
  db: Database.Database,
  steps: readonly Migration[],
  now: Instant,
): Problem<OpenCode> | null {
  let found;
  try {
    found = migrate(db, steps, now);
  } catch (error) {
    if (storageProblem(error, db.name) !== null) throw error;
    return {
      code: 'migration-failed',
      message: `${db.name} could not be brought to the schema of this version: ${String(error)}`,
      hint: 'Nothing was changed. Go back to the version of hearth that ran before, and report this sentence.',
    };
  }
  switch (found.kind) {
    case 'current':
      return null;
    case 'newer':
      return {
        code: 'newer-version',
        message: `${db.name} was written by a newer hearth: its schema is ${found.version}, and this one knows ${found.known}.`,
        hint: `Install the newer hearth again, or put back the copy from before it (${BACKUPS}/before-schema-…).`,
      };
    case 'foreign':
      return {
        code: 'not-hearth',
        message: `${db.name} is a database of another program.`,
        hint: 'Give hearth a data folder of its own.',
      };
  }
}

function problemOf(error: unknown, file: string, folder: string): Problem<OpenCode> | null {
  const problem = storageProblem(error, file);
  switch (problem?.code) {
    case 'locked':
      return { ...problem, code: 'locked', message: `Another process has ${file} open.` };
    case 'damaged':
      return damaged(file, folder, problem.message);
    case 'disk-full':
      return { ...problem, code: 'disk-full' };
    case 'read-only':
    case 'input-output':
      return { ...problem, code: 'not-writable' };
    case undefined:
      return folderProblem(error, folder);
  }
}

function folderProblem(error: unknown, folder: string): Problem<'not-writable'> | null {
  if (!(error instanceof Error && 'syscall' in error)) return null;
  return {
    code: 'not-writable',
    message: `The data folder ${folder} cannot be made: ${error.message}.`,
    hint: 'Make it, and give it to the user that the gateway runs as.',
  };
}

function damaged(file: string, folder: string, fault: string): Problem<'corrupt'> {
  const newest = copies(join(folder, BACKUPS)).at(-1);
  const copy =
    newest === undefined
      ? 'There is no copy in its backups folder, so look for one elsewhere'
      : `The newest copy is ${join(folder, BACKUPS, newest)}`;
  return {
    code: 'corrupt',
    message: `${file} is damaged: ${fault}.`,
    hint: `It was left as it is. ${copy}. Move ${FILE} and ${FILE}-wal aside, and put the copy in their place as ${FILE}.`,
  };
}
