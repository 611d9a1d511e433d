import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { readSlice } from './read-slice.ts';
import { wantedSlices, type SlicesOf } from './wanted.ts';

/** The names of the unit files, `hearth.slice` first, then in the order of the classes. */
export interface WrittenSlices {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
}

/**
 * Writes `hearth.slice` and the slice unit of each class into a folder that is there, where the file is missing or says something else.
 * Each file is replaced as a whole, so a power cut leaves the old one or the new one. systemd reads them at its next
 * `daemon-reload`; a limit that is then below what its runs use kills one of them. Files of classes that are no longer
 * declared stay. Throws the system's error for a folder or a file that cannot be written.
 */
export async function writeSlices(manifest: SlicesOf, directory: string): Promise<WrittenSlices> {
  const written: string[] = [];
  const unchanged: string[] = [];
  for (const { file, text } of wantedSlices(manifest)) {
    const found = await readSlice(directory, file);
    if (found.kind === 'there' && found.text === text) {
      unchanged.push(file);
    } else {
      await replace(directory, file, text);
      written.push(file);
    }
  }
  return { written, unchanged };
}

async function replace(directory: string, file: string, text: string): Promise<void> {
  // systemd takes no notice of a name that does not end in .slice.
  const temporary = join(directory, `.${file}.${process.pid}.tmp`);
  try {
    const handle = await open(temporary, 'w', 0o644);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, join(directory, file));
  } finally {
    await rm(temporary, { force: true });
  }
}
