import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { assertSlices } from './assert-slices.ts';
import { makeFolders, type Folders } from './folders.test.helper.ts';
import { writeSlices } from './write-slices.ts';

let folders: Folders;
beforeEach(async () => {
  folders = await makeFolders(`
  gpu: { memory: 2G, cpu: 100% }
  light: { memory: 256M, cpu: 50% }
`);
});
afterEach(() => folders.remove());

const failure = async (): Promise<string> =>
  assertSlices(folders).then(
    () => '',
    (error: unknown) =>
      String(error).replaceAll(folders.units, 'UNITS').replaceAll(folders.manifest, 'MANIFEST'),
  );

describe('the test of a repo on its classes', () => {
  it('passes when each class has its slice unit', async () => {
    await writeSlices(await folders.load(), folders.units);
    expect(await failure()).toBe('');
  });

  it('fails with one error that lists every class without its unit', async () => {
    expect((await failure()).split('\n')).toEqual([
      'Error: The slice units in UNITS are not those of MANIFEST:',
      '- the house has no slice unit: there is no hearth.slice in UNITS, and without it nothing caps all runs together; run "hearth slices write UNITS"',
      '- class gpu has no slice unit: there is no hearth-gpu.slice in UNITS, and without it systemd sets no limit; run "hearth slices write UNITS"',
      '- class light has no slice unit: there is no hearth-light.slice in UNITS, and without it systemd sets no limit; run "hearth slices write UNITS"',
    ]);
  });

  it('fails with every fault of a manifest that does not load', async () => {
    await writeFile(join(folders.manifest, 'more.yaml'), 'clases: {}\nhosts: 1\n');
    const [head, ...lines] = (await failure()).split('\n');
    expect(head).toBe('Error: The manifest in MANIFEST does not load:');
    expect(lines).toEqual([
      expect.stringMatching(
        /^- more\.yaml:1:1 {2}clases: unknown key "clases"; did you mean "classes"\?/,
      ),
      '- more.yaml:2:8  hosts: must be a list, not the number 1',
    ]);
  });
});
