import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { tidy } from './tidy.ts';

/** Attempts that are over, the first the oldest, each with ten bytes of output. */
async function make(
  folder: string,
  names: readonly string[],
  record: 'attempt' | 'reported',
): Promise<void> {
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    await mkdir(path);
    await writeFile(join(path, 'output'), '0123456789');
    await writeFile(join(path, `${record}.json`), '{}');
    await utimes(join(path, `${record}.json`), 1000 + index, 1000 + index);
  }
}

test('the newest stay whatever they take, and of the rest what fits', async () => {
  await using folder = await temporaryFolder();
  await make(folder.path, ['a', 'b', 'c', 'd', 'e'], 'reported');
  await tidy(folder.path, { least: 2, most: 5, bytes: 30 });
  expect((await readdir(folder.path)).sort()).toEqual(['c', 'd', 'e']);
  await tidy(folder.path, { least: 2, most: 5, bytes: 0 });
  expect((await readdir(folder.path)).sort()).toEqual(['d', 'e']);
});

test('more than the most are never kept', async () => {
  await using folder = await temporaryFolder();
  await make(folder.path, ['a', 'b', 'c'], 'reported');
  await tidy(folder.path, { least: 1, most: 2, bytes: 1000 });
  expect((await readdir(folder.path)).sort()).toEqual(['b', 'c']);
});

test('an attempt whose end has not been told is never removed', async () => {
  await using folder = await temporaryFolder();
  await make(folder.path, ['a', 'b', 'c'], 'attempt');
  await tidy(folder.path, { least: 0, most: 0, bytes: 0 });
  expect((await readdir(folder.path)).sort()).toEqual(['a', 'b', 'c']);
});
