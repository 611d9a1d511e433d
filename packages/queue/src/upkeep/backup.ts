import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

import { bytes, type Bytes, type Instant } from '@hearth/words';

import { StorageError, storageProblem, type Problem, type StorageCode } from '../problem.ts';
import type { Store } from '../store.ts';
import { checkCopy } from './check-copy.ts';

/** Where copies go, beside the database, when no other folder is named. */
export const BACKUPS = 'backups';

/** What to copy to where. */
export interface BackupRequest {
  /** A folder; it is made where it is missing. */
  readonly folder: string;
  /** So many copies are kept there, this one among them. */
  readonly keep: number;
  readonly now: Instant;
}

/** The copy, or why there is none. */
export type BackedUp =
  | { readonly ok: true; readonly file: string; readonly bytes: Bytes }
  | { readonly ok: false; readonly problem: Problem<StorageCode | 'copy-damaged' | 'closed'> };

/**
 * Copies the queue while it runs, checks the copy, and takes away the oldest copies. Other work goes on, and what is
 * written until the last page is in the copy too. The copy is one file, complete or not there at all.
 */
export async function backup(store: Store, request: BackupRequest): Promise<BackedUp> {
  const { folder, keep, now } = request;
  const file = join(folder, nameAt(now));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fault = await copy(store, file);
    if (fault !== null) return { ok: false, problem: fault };
    sync(folder);
    for (const old of copies(folder).slice(0, -Math.max(1, keep))) rmSync(join(folder, old));
    return { ok: true, file, bytes: bytes(statSync(file).size) };
  } catch (error) {
    return { ok: false, problem: store.isOpen ? problemOf(error, file) : closed(file) };
  }
}

/** Makes a copy of this name. Where it is not whole, there is none. */
async function copy(store: Store, file: string): Promise<Problem<'copy-damaged'> | null> {
  const partial = `${file}.partial`;
  try {
    remove(partial);
    await store.copyTo(partial);
    const fault = await checkCopy(partial);
    if (fault !== null) return damaged(partial, fault);
    sync(partial);
    renameSync(partial, file);
    return null;
  } finally {
    remove(partial);
  }
}

/** Removes a file, if it is there, and what SQLite may have left beside it. */
function remove(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** The names of the copies in a folder, the oldest first; none where the folder is missing. */
export function copies(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => COPY.test(name))
      .toSorted();
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return [];
    throw error;
  }
}

const COPY = /^hearth-\d{8}T\d{6}\.\d{3}Z\.db$/;

function nameAt(now: Instant): string {
  return `hearth-${new Date(now).toISOString().replaceAll(/[-:]/g, '')}.db`;
}

function damaged(file: string, fault: string): Problem<'copy-damaged'> {
  return {
    code: 'copy-damaged',
    message: `The copy ${file} was damaged and has been removed: ${fault}.`,
    hint: 'The disk may be failing. Look at the kernel log (journalctl -k), and copy to another disk.',
  };
}

function closed(file: string): Problem<'closed'> {
  return {
    code: 'closed',
    message: `The queue was closed before the copy ${file} was whole, so there is none.`,
    hint: 'Copy again once the gateway runs.',
  };
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function problemOf(error: unknown, file: string): Problem<StorageCode> {
  if (error instanceof StorageError) return error;
  const problem = storageProblem(error, file);
  if (problem !== null) return problem;
  if (!isErrno(error)) throw error;
  return {
    code: error.code === 'ENOSPC' ? 'disk-full' : 'input-output',
    message: `The copy ${file} could not be written: ${error.message}.`,
    hint: 'See that the folder is there, may be written by the user that the gateway runs as, and has room.',
  };
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
