import { readdir } from 'node:fs/promises';

import type { Manifest } from '@hearth/manifest';

import { firstDifference } from './difference.ts';
import { readSlice } from './read-slice.ts';
import { classOfSlice, sliceName } from './slice-name.ts';
import { sliceText } from './slice-text.ts';

/** Something that is wrong with a folder of slice units. */
export interface SliceProblem {
  /** The class it is about, as the manifest or the name of the file has it. */
  readonly class: string;
  /** The name of the unit file. */
  readonly file: string;
  readonly kind: 'missing' | 'different' | 'unreadable' | 'extra';
  /** The first line that differs, the first being 1; null where that is not the trouble. */
  readonly line: number | null;
  /** What is wrong, in a sentence that names the class and the file. */
  readonly message: string;
  /** How to mend it. */
  readonly hint: string;
}

/**
 * Compares the slice units in a folder with the classes of the manifest. There is a problem for each class whose file
 * is missing, says something else or cannot be read, and one for each file whose class is not declared (any more).
 * Drop-in folders are not looked at. Throws the system's error for a folder that may be read but not listed.
 */
export async function checkSlices(
  manifest: Pick<Manifest, 'classes'>,
  directory: string,
): Promise<SliceProblem[]> {
  const problems: SliceProblem[] = [];
  for (const resourceClass of manifest.classes.values()) {
    const { name } = resourceClass;
    const file = sliceName(name);
    const hint = `run "hearth slices write ${directory}"`;
    const found = await readSlice(directory, file);
    if (found.kind === 'missing') {
      const message = `class ${name} has no slice unit: there is no ${file} in ${directory}, and without it systemd sets no limit`;
      problems.push({ class: name, file, kind: 'missing', line: null, message, hint });
    } else if (found.kind === 'unreadable') {
      const message = `the slice unit of class ${name}, ${file} in ${directory}, cannot be read (${found.reason})`;
      const mend = `make it readable, or take it away and ${hint}`;
      problems.push({ class: name, file, kind: 'unreadable', line: null, message, hint: mend });
    } else {
      const difference = firstDifference(found.text, sliceText(resourceClass));
      if (difference === null) continue;
      const { line, says } = difference;
      const message = `the slice unit of class ${name} is not as the manifest wants it: ${file} in ${directory} ${says}`;
      problems.push({ class: name, file, kind: 'different', line, message, hint });
    }
  }
  // What keeps the files from being read keeps them from being listed, and has been told.
  if (problems.some(({ kind }) => kind === 'unreadable')) return problems;
  return [...problems, ...(await extras(manifest, directory))];
}

/** The problem on one line. */
export function formatSliceProblem({ message, hint }: SliceProblem): string {
  return `${message}; ${hint}`;
}

async function extras(
  manifest: Pick<Manifest, 'classes'>,
  directory: string,
): Promise<SliceProblem[]> {
  const declared = new Set<string>(manifest.classes.keys());
  const files = await listed(directory);
  return files.sort().flatMap((file) => {
    const name = classOfSlice(file);
    if (name === null || declared.has(name)) return [];
    const message = `${file} in ${directory} is the slice unit of a class ${name}, which the manifest does not declare`;
    const hint = `declare the class, or take the file away once none of its runs is left: those would lose their limit`;
    return [{ class: name, file, kind: 'extra', line: null, message, hint }];
  });
}

async function listed(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
