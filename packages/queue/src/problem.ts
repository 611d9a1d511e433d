import { utimesSync } from 'node:fs';

import Database from 'better-sqlite3';

/** Why something could not be done, for a program (`code`) and for a person. */
export interface Problem<Code extends string> {
  readonly code: Code;
  /** What went wrong and where. */
  readonly message: string;
  /** What would mend it. */
  readonly hint: string;
}

/** What can become of the file under a running queue. */
export type StorageCode = 'disk-full' | 'read-only' | 'damaged' | 'locked' | 'input-output';

/**
 * Thrown by any verb when the file cannot be read or written. Nothing that was acknowledged before is lost, nothing of
 * the failed verb has been kept, and the same call may be made again once the cause is mended.
 */
export class StorageError extends Error implements Problem<StorageCode> {
  override readonly name = 'StorageError';
  readonly code: StorageCode;
  readonly hint: string;

  constructor(problem: Problem<StorageCode>, cause: unknown) {
    super(problem.message, { cause });
    this.code = problem.code;
    this.hint = problem.hint;
  }
}

/** What SQLite's error says of the file, or null where it speaks of something else (a constraint, a bug). */
export function storageProblem(error: unknown, file: string): Problem<StorageCode> | null {
  if (!(error instanceof Database.SqliteError)) return null;
  const found = kind(error.code);
  if (found === null) return null;
  const code = found === 'input-output' && isOnReadOnlyDisk(file) ? 'read-only' : found;
  const [what, hint] = SAYINGS[code];
  return { code, message: `${file} ${what} (${error.code}: ${error.message}).`, hint };
}

function kind(code: string): StorageCode | null {
  if (code === 'SQLITE_FULL') return 'disk-full';
  if (code.startsWith('SQLITE_READONLY')) return 'read-only';
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return 'damaged';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'locked';
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN')) return 'input-output';
  return null;
}

/** SQLite calls it any error of the disk when a disk becomes read-only under an open file, as the kernel makes a failing one. */
function isOnReadOnlyDisk(file: string): boolean {
  try {
    const now = new Date();
    utimesSync(file, now, now);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}

const SAYINGS: Readonly<Record<StorageCode, readonly [what: string, hint: string]>> = {
  'disk-full': [
    'cannot grow: the disk is full, or a quota is reached',
    'Free some space on that disk. Nothing that was accepted is lost; try again afterwards.',
  ],
  'read-only': [
    'cannot be written',
    'Give the file and its folder to the user that the gateway runs as, and see that the disk is not mounted read-only (a failing SD card often is).',
  ],
  damaged: [
    'is damaged, or is not a database',
    'Stop the gateway, move the file aside together with its -wal, and put a copy from the backups folder in its place.',
  ],
  locked: [
    'is held by another process',
    'Only one gateway may use a data folder, and no other tool may open its database. Stop the other process, or give this one another data folder.',
  ],
  'input-output': [
    'could not be read or written',
    'Look for errors of the disk in the kernel log (journalctl -k), and see that the folder is there and may be written.',
  ],
};
