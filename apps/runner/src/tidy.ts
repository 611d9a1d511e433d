import type { Stats } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { outputPath } from './output.ts';
import { recordPath } from './records.ts';

/** How much is kept of attempts that are over, for their output. What exceeds one of these goes, the oldest first. */
export interface Keep {
  readonly count: number;
  /** Of the disk, so a hole in an output takes none. */
  readonly bytes: number;
  readonly days: number;
  /** It is looked through after so many ends: that costs more than a few of them too many. */
  readonly every: number;
}

/** What a small machine can spare. Of one run there are 16 MiB at most, so the last ones are always there. */
export const KEEP: Keep = { count: 1000, bytes: 256 * 2 ** 20, days: 90, every: 8 };

const DAY = 24 * 3600 * 1000;

/**
 * Removes what is no longer kept of the attempts in a folder, at an instant in milliseconds. One whose end has not been
 * told is never touched.
 */
export async function tidy(attempts: string, keep: Keep, now: number): Promise<void> {
  const told: Told[] = [];
  // One at a time: a thousand looks at once would take as much memory as the rest of the runner.
  for (const name of await readdir(attempts)) {
    const one = await look(join(attempts, name));
    if (one !== null) told.push(one);
  }
  const newestFirst = told.sort((a, b) => b.at - a.at);
  let bytes = 0;
  for (const [index, one] of newestFirst.entries()) {
    bytes += one.bytes;
    const kept = index < keep.count && bytes <= keep.bytes && one.at >= now - keep.days * DAY;
    if (!kept) await rm(one.folder, { recursive: true, force: true });
  }
}

/** An attempt whose end has been told: when that was, in milliseconds, and how much of the disk its output takes. */
interface Told {
  readonly folder: string;
  readonly at: number;
  readonly bytes: number;
}

async function look(folder: string): Promise<Told | null> {
  const told = await statOrNull(recordPath(folder, 'reported'));
  if (told === null) return null;
  const output = await statOrNull(outputPath(folder));
  // The kernel counts in blocks of 512 bytes, whatever those of the file system are.
  return { folder, at: told.mtimeMs, bytes: (output?.blocks ?? 0) * 512 };
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
