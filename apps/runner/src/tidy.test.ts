import { mkdir, readdir, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { tidy, type Keep } from './tidy.ts';

const DAY = 24 * 3600;
/** Of each attempt, in bytes of the disk: whole blocks of any file system. */
const SIZE = 2 ** 16;
const ALL = { count: 100, bytes: 100 * SIZE, days: 100, every: 1 };

/** Attempts that are over, one for each day, the first the oldest. */
async function make(
  folder: string,
  names: readonly string[],
  record: 'attempt' | 'reported',
): Promise<void> {
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    await mkdir(path);
    await writeFile(join(path, 'output'), 'x'.repeat(SIZE));
    await writeFile(join(path, `${record}.json`), '{}');
    await utimes(join(path, `${record}.json`), index * DAY, index * DAY);
  }
}

async function kept(folder: string, keep: Partial<Keep>): Promise<string> {
  await tidy(folder, { ...ALL, ...keep }, 4 * DAY * 1000);
  return (await readdir(folder)).toSorted().join('');
}

test('the newest stay that fit: in number, in bytes of the disk, and in age', async () => {
  await using folder = await temporaryFolder();
  await make(folder.path, ['a', 'b', 'c', 'd', 'e'], 'reported');
  expect(await kept(folder.path, {})).toBe('abcde');
  expect(await kept(folder.path, { count: 4 })).toBe('bcde');
  expect(await kept(folder.path, { bytes: 3 * SIZE })).toBe('cde');
  expect(await kept(folder.path, { days: 1 })).toBe('de');
});

test('an output with a hole takes what is left of it', async () => {
  await using folder = await temporaryFolder();
  await make(folder.path, ['a', 'b'], 'reported');
  await truncate(join(folder.path, 'b', 'output'), 1000 * SIZE);
  expect(await kept(folder.path, { bytes: 2 * SIZE })).toBe('ab');
});

test('an attempt whose end has not been told is never removed', async () => {
  await using folder = await temporaryFolder();
  await make(folder.path, ['a', 'b', 'c'], 'attempt');
  expect(await kept(folder.path, { count: 0, bytes: 0, days: 0 })).toBe('abc');
});
