import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { instanceOf } from './instance.ts';

test('a folder makes a runner the same one at every start, and another folder another', async () => {
  await using folder = await temporaryFolder();
  await using other = await temporaryFolder();
  const first = await instanceOf(folder.path);
  expect(await instanceOf(folder.path)).toBe(first);
  expect(await instanceOf(other.path)).not.toBe(first);
});

test('what a power cut has left of it is made anew', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'instance'), '');
  const made = await instanceOf(folder.path);
  expect(made).toMatch(/^[-0-9a-f]{36}$/);
  expect(await instanceOf(folder.path)).toBe(made);
});
