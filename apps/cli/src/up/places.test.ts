import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { EXAMPLE, places, prepareData } from './places.ts';

test('without a word it is the example house, with a data folder in the repo', () => {
  const found = places({ manifest: '', data: '' });
  expect(found).toMatchObject({ manifest: EXAMPLE, isExample: true });
  expect(found.data).toMatch(/\/\.hearth$/);
});

test('another house is no example, and the folders are taken from where one stands', () => {
  expect(places({ manifest: 'house', data: 'data' })).toEqual({
    manifest: join(process.cwd(), 'house'),
    data: join(process.cwd(), 'data'),
    isExample: false,
  });
});

test('an installed hearth has no example house, and says what to give', async () => {
  await using folder = await temporaryFolder();
  const nothing = { manifest: '', data: '' };
  expect(() => places(nothing, folder.path)).toThrow(/only in a checkout of the repository/);
  expect(() => places({ ...nothing, manifest: 'house' }, folder.path)).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(/^give --data FOLDER;/), exitCode: 2 }),
  );
  expect(places({ manifest: 'house', data: 'data' }, folder.path).isExample).toBe(false);
});

test('the data folder is made where it is missing', async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'a', 'b');
  await prepareData(data);
  expect((await stat(data)).isDirectory()).toBe(true);
});

test('one that cannot be written to is told with its reason and what to do', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  await expect(prepareData(file)).rejects.toMatchObject({
    message: `the data folder ${file} cannot be used (it is not a folder)`,
    hint: expect.stringContaining('--data'),
  });
  await expect(prepareData(join(file, 'in', 'it'))).rejects.toMatchObject({ exitCode: 1 });
});
