import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { checkSlices, formatSliceProblem } from './check-slices.ts';
import { makeFolders, type Folders } from './folders.test.helper.ts';
import { writeSlices } from './write-slices.ts';

const CLASSES = `
  gpu: { concurrency: 1, memory: 2G, cpu: 100% }
  light: { concurrency: 2, memory: 256M, cpu: 50% }
`;

let folders: Folders;
beforeEach(async () => {
  folders = await makeFolders(CLASSES);
  await writeSlices(await folders.load(), folders.units);
});
afterEach(() => folders.remove());

const check = async (): Promise<string[]> =>
  (await checkSlices(await folders.load(), folders.units)).map((problem) =>
    formatSliceProblem(problem).replaceAll(folders.units, 'DIR'),
  );

describe('a folder of slice units', () => {
  it('that "slices write" has just written is right', async () => {
    expect(await check()).toEqual([]);
  });

  it('without the unit of a class is told which, and how to get it', async () => {
    await rm(join(folders.units, 'hearth-gpu.slice'));
    expect(await check()).toEqual([
      'class gpu has no slice unit: there is no hearth-gpu.slice in DIR, and without it systemd sets no limit; run "hearth slices write DIR"',
    ]);
  });

  it('in which a unit says something else is told the line', async () => {
    const file = join(folders.units, 'hearth-light.slice');
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace('MemoryMax=576M', 'MemoryMax=576'),
    );
    expect(await check()).toEqual([
      'the slice unit of class light is not as the manifest wants it: hearth-light.slice in DIR says "MemoryMax=576" in line 7, and should say "MemoryMax=576M"; run "hearth slices write DIR"',
    ]);
  });

  it('is told of a changed class by its limit, not by the comment about it', async () => {
    await writeFile(join(folders.manifest, 'house.yaml'), `classes:${CLASSES.replace('2G', '3G')}`);
    expect(await checkSlices(await folders.load(), folders.units)).toMatchObject([
      { class: 'gpu', file: 'hearth-gpu.slice', kind: 'different', line: 6 },
    ]);
  });

  it('with a unit that cannot be read is told why', async () => {
    await rm(join(folders.units, 'hearth-gpu.slice'));
    await mkdir(join(folders.units, 'hearth-gpu.slice'));
    expect(await check()).toEqual([
      'the slice unit of class gpu, hearth-gpu.slice in DIR, cannot be read (EISDIR); make it readable, or take it away and run "hearth slices write DIR"',
    ]);
  });

  it('with the unit of a class that is gone is told so, and other units are left alone', async () => {
    for (const file of ['hearth-old.slice', 'hearth-gateway.service', 'gpu.slice']) {
      await writeFile(join(folders.units, file), '');
    }
    expect(await check()).toEqual([
      'hearth-old.slice in DIR is the slice unit of a class old, which the manifest does not declare; declare the class, or take the file away once none of its runs is left: those would lose their limit',
    ]);
  });

  it('that is not there lacks every unit', async () => {
    const problems = await checkSlices(await folders.load(), join(folders.units, 'none'));
    expect(problems.map(({ class: name, kind }) => [name, kind])).toEqual([
      [null, 'missing'],
      ['gpu', 'missing'],
      ['light', 'missing'],
    ]);
  });

  it('that is a file has no unit that can be read', async () => {
    const file = join(folders.manifest, 'house.yaml');
    const problems = await checkSlices(await folders.load(), file);
    expect(problems.map(({ class: name, kind }) => [name, kind])).toEqual([
      [null, 'unreadable'],
      ['gpu', 'unreadable'],
      ['light', 'unreadable'],
    ]);
  });
});
