import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

test('a folder is there, and gone with all that is in it at the end of its block', async () => {
  let path: string;
  {
    await using folder = await temporaryFolder();
    path = folder.path;
    await writeFile(join(path, 'note.txt'), 'hello');
    expect(existsSync(join(path, 'note.txt'))).toBe(true);
  }
  expect(existsSync(path)).toBe(false);
});

test('two folders are never the same, and removing one twice is no error', async () => {
  await using one = await temporaryFolder();
  await using other = await temporaryFolder();
  expect(one.path).not.toBe(other.path);
  await one.remove();
  await one.remove();
});
