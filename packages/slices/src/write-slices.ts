import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Manifest } from '@hearth/manifest';

import { readSlice } from './read-slice.ts';
import { sliceName } from './slice-name.ts';
import { sliceText } from './slice-text.ts';

/** The names of the unit files, in the order of the classes. */
export interface WrittenSlices {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
}

/**
 * Writes the slice unit of each class into a folder that is there, where the file is missing or says something else.
 * Each file is replaced as a whole, so a power cut leaves the old one or the new one. systemd reads them at its next
 * `daemon-reload`; a limit that is then below what its runs use kills one of them. Files of classes that are no longer
 * declared stay. Throws the system's error for a folder or a file that cannot be written.
 */
export async function writeSlices(
  manifest: Pick<Manifest, 'classes'>,
  directory: string,
): Promise<WrittenSlices> {
  const written: string[] = [];
  const unchanged: string[] = [];
  for (const resourceClass of manifest.classes.values()) {
    const file = sliceName(resourceClass.name);
    const text = sliceText(resourceClass);
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
