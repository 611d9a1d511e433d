import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { digest } from './digest.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-test-'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin', 'app.js'), 'one');
  await symlink('app.js', join(folder, 'bin', 'link'));
});
afterEach(() => rm(folder, { recursive: true }));

test('is the same for the same files, whenever they were written', async () => {
  const before = await digest(folder);
  expect(before).toMatch(/^[0-9a-f]{8}$/);
  await writeFile(join(folder, 'bin', 'app.js'), 'one');
  expect(await digest(folder)).toBe(before);
});

test.each([
  ['content', () => writeFile(join(folder, 'bin', 'app.js'), 'two')],
  ['right to execute', () => chmod(join(folder, 'bin', 'app.js'), 0o755)],
  ['name', () => writeFile(join(folder, 'bin', 'other.js'), '')],
  ['target of a link', () => symlink('elsewhere', join(folder, 'other'))],
])('is another for another %s', async (_, change) => {
  const before = await digest(folder);
  await change();
  expect(await digest(folder)).not.toBe(before);
});
