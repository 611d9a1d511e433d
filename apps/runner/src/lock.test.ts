import { symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { lock } from './lock.ts';

test('a folder is taken once, by whatever path it is reached, until it is released', async () => {
  await using folder = await temporaryFolder();
  await using other = await temporaryFolder();
  const link = join(other.path, 'link');
  await symlink(folder.path, link);

  const first = await lock(folder.path);
  expect(first).not.toBeNull();
  expect(await lock(link)).toBeNull();
  const elsewhere = await lock(other.path);
  expect(elsewhere).not.toBeNull();
  await first?.release();
  const again = await lock(link);
  expect(again).not.toBeNull();
  await again?.release();
  await elsewhere?.release();
});
