import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { makeFolders, type Folders } from './folders.test.helper.ts';
import { sliceText } from './slice-text.ts';
import { writeSlices } from './write-slices.ts';

let folders: Folders;
beforeEach(async () => {
  folders = await makeFolders(`
  gpu: { memory: 2G, cpu: 100% }
  light: { concurrency: 2, memory: 256M, cpu: 50% }
`);
});
afterEach(() => folders.remove());

describe('writing the slice units', () => {
  it('makes one file for each class, one for all of them, and leaves nothing else behind', async () => {
    const manifest = await folders.load();
    expect(await writeSlices(manifest, folders.units)).toEqual({
      written: ['hearth.slice', 'hearth-gpu.slice', 'hearth-light.slice'],
      unchanged: [],
    });
    expect((await readdir(folders.units)).sort()).toEqual([
      'hearth-gpu.slice',
      'hearth-light.slice',
      'hearth.slice',
    ]);
    for (const resourceClass of manifest.classes.values()) {
      const file = join(folders.units, `hearth-${resourceClass.name}.slice`);
      expect(await readFile(file, 'utf8')).toBe(sliceText(resourceClass));
    }
  });

  it('touches only what is not right yet', async () => {
    const manifest = await folders.load();
    await writeSlices(manifest, folders.units);
    await writeFile(join(folders.units, 'hearth-gpu.slice'), '[Slice]\n');
    const before = await stat(join(folders.units, 'hearth-light.slice'));
    expect(await writeSlices(manifest, folders.units)).toEqual({
      written: ['hearth-gpu.slice'],
      unchanged: ['hearth.slice', 'hearth-light.slice'],
    });
    const after = await stat(join(folders.units, 'hearth-light.slice'));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  it('keeps the files of classes that are gone', async () => {
    await writeFile(join(folders.units, 'hearth-old.slice'), '[Slice]\n');
    await writeSlices(await folders.load(), folders.units);
    expect(await readFile(join(folders.units, 'hearth-old.slice'), 'utf8')).toBe('[Slice]\n');
  });

  it('into a folder that is not there fails with the reason', async () => {
    await expect(writeSlices(await folders.load(), join(folders.units, 'none'))).rejects.toThrow(
      /ENOENT/,
    );
  });
});
