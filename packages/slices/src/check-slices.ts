import { readdir } from 'node:fs/promises';

import { firstDifference } from './difference.ts';
import { readSlice } from './read-slice.ts';
import { classOfSlice } from './slice-name.ts';
import { wantedSlices, type SlicesOf } from './wanted.ts';

/** Something that is wrong with a folder of slice units. */
export interface SliceProblem {
  /** The class it is about, as the manifest or the name of the file has it; null for the slice that holds all. */
  readonly class: string | null;
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
 * Compares the slice units in a folder with the manifest. There is a problem for each class, and for the slice that
 * holds all, whose file is missing, says something else or cannot be read, and one for each file whose class is not declared (any more).
 * Drop-in folders are not looked at. Throws the system's error for a folder that may be read but not listed.
 */
export async function checkSlices(manifest: SlicesOf, directory: string): Promise<SliceProblem[]> {
  const problems: SliceProblem[] = [];
  for (const { class: name, file, text } of wantedSlices(manifest)) {
    const hint = `run "hearth slices write ${directory}"`;
    const found = await readSlice(directory, file);
    const problem = (kind: SliceProblem['kind'], message: string, mend = hint): void => {
      problems.push({ class: name, file, kind, line: null, message, hint: mend });
    };
    if (found.kind === 'missing') {
      const without = name === null ? 'nothing caps all runs together' : 'systemd sets no limit';
      problem(
        'missing',
        `${owner(name)} has no slice unit: there is no ${file} in ${directory}, and without it ${without}`,
      );
    } else if (found.kind === 'unreadable') {
      problem(
        'unreadable',
        `the slice unit of ${owner(name)}, ${file} in ${directory}, cannot be read (${found.reason})`,
        `make it readable, or take it away and ${hint}`,
      );
    } else {
      const difference = firstDifference(found.text, text);
      if (difference === null) continue;
      const { line, says } = difference;
      const message = `the slice unit of ${owner(name)} is not as the manifest wants it: ${file} in ${directory} ${says}`;
      problems.push({ class: name, file, kind: 'different', line, message, hint });
    }
  }
  // What keeps the files from being read keeps them from being listed, and has been told.
  if (problems.some(({ kind }) => kind === 'unreadable')) return problems;
  return [...problems, ...(await extras(manifest, directory))];
}

function owner(name: string | null): string {
  return name === null ? 'the house' : `class ${name}`;
}

/** The problem on one line. */
export function formatSliceProblem({ message, hint }: SliceProblem): string {
  return `${message}; ${hint}`;
}

async function extras({ classes }: SlicesOf, directory: string): Promise<SliceProblem[]> {
  const declared = new Set<string>(classes.keys());
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
