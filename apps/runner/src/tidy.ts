import type { Stats } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { outputPath } from './output.ts';
import { recordPath } from './records.ts';

/** How much is kept of attempts that are over, for their output. */
export interface Keep {
  /** So many of the newest are kept, whatever they take. */
  readonly least: number;
  /** More than so many are never kept. */
  readonly most: number;
  /** Beyond the least, the oldest go until the output of the rest fits in so many bytes. */
  readonly bytes: number;
}

/** What a small machine can spare: two hundred runs, and what fits into 256 MiB of a thousand. */
export const KEEP: Keep = { least: 200, most: 1000, bytes: 256 * 2 ** 20 };

/** Removes what is no longer kept of the attempts in a folder. One whose end has not been told is never touched. */
export async function tidy(attempts: string, keep: Keep): Promise<void> {
  const names = await readdir(attempts);
  if (names.length <= keep.least) return;
  const told: Told[] = [];
  // One at a time: a thousand looks at once would take as much memory as the rest of the runner.
  for (const name of names) {
    const one = await look(join(attempts, name));
    if (one !== null) told.push(one);
  }
  const newestFirst = told.sort((a, b) => b.at - a.at);
  let bytes = 0;
  for (const [index, one] of newestFirst.entries()) {
    bytes += one.bytes;
    const kept = index < keep.least || (index < keep.most && bytes <= keep.bytes);
    if (!kept) await rm(one.folder, { recursive: true, force: true });
  }
}

/** An attempt whose end has been told: when that was, and how much output it takes. */
interface Told {
  readonly folder: string;
  readonly at: number;
  readonly bytes: number;
}

async function look(folder: string): Promise<Told | null> {
  const told = await statOrNull(recordPath(folder, 'reported'));
  if (told === null) return null;
  const output = await statOrNull(outputPath(folder));
  return { folder, at: told.mtimeMs, bytes: output?.size ?? 0 };
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
