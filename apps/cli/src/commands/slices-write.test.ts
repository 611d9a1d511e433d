import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { hearth } from '../house.test.helper.ts';
import { EXAMPLE } from '../up/places.ts';

test('it writes what is missing, leaves what is right, and says which', async () => {
  await using units = await temporaryFolder();
  const write = () => hearth('slices', 'write', units.path, '--manifest', EXAMPLE);
  const first = await write();
  expect(first.code).toBe(0);
  expect(first.out).toContain('wrote hearth-gpu.slice\n');
  expect(first.out).toContain('systemctl daemon-reload');
  expect(await readdir(units.path)).toHaveLength(4);
  expect(await readFile(join(units.path, 'hearth-gpu.slice'), 'utf8')).toContain('[Slice]');
  const second = await write();
  expect(second.out).toContain('hearth-gpu.slice is as it should be\n');
  expect(second.out).not.toContain('wrote');
});

test('a folder that is not there is one sentence, and 1', async () => {
  const { code, err } = await hearth('slices', 'write', '/nowhere/at/all', '--manifest', EXAMPLE);
  expect(code).toBe(1);
  expect(err).toBe('hearth: there is no folder /nowhere/at/all; make it, or name another one\n');
});

test('a manifest that is wrong writes nothing', async () => {
  await using units = await temporaryFolder();
  await using empty = await temporaryFolder();
  const said = await hearth('slices', 'write', units.path, '--manifest', empty.path);
  expect(said.code).toBe(1);
  expect(said.out).toContain('the folder holds no manifest');
  expect(await readdir(units.path)).toEqual([]);
});
