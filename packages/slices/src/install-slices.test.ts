import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { makeFolders, type Folders } from './folders.test.helper.ts';
import { installSlices, slicesInUse } from './install-slices.ts';
import { FakeMachine } from './machine.test.helper.ts';

const MIB = 2 ** 20;

let folders: Folders;
let machine: FakeMachine;
beforeEach(async () => {
  folders = await makeFolders(
    '  light: { concurrency: 2, memory: 256M, cpu: 50% }\nlimits: { memory: 1G }\n',
  );
  machine = await FakeMachine.open();
});
afterEach(async () => {
  await folders.remove();
  await machine[Symbol.asyncDispose]();
});

describe('installing slices', () => {
  it('writes the files, has systemd read them, and then asks what has come of it', async () => {
    machine.install('hearth.slice', String(1024 * MIB));
    machine.install('hearth-light.slice', String(576 * MIB));
    const { written, effect } = await installSlices(await folders.load(), folders.units, machine);
    expect(written).toEqual(['hearth.slice', 'hearth-light.slice']);
    expect((await readdir(folders.units)).toSorted()).toEqual(written.toReversed());
    expect(machine.asked.map(([word]) => word)).toEqual(['daemon-reload', 'show']);
    expect(effect).toMatchObject({ limits: [{ bytes: 576 * MIB }], problems: [] });
  });

  it('would kill what uses more than it is to have, and says which', async () => {
    const manifest = await folders.load();
    expect(slicesInUse(manifest, machine)).toEqual([]);
    const slice = 'hearth.slice/hearth-light.slice';
    await machine.write('hearth.slice/memory.max', 'max\n');
    await machine.write('hearth.slice/memory.current', `${700 * MIB}\n`);
    await machine.write(`${slice}/memory.max`, 'max\n');
    await machine.write(`${slice}/memory.current`, `${576 * MIB}\n`);
    expect(slicesInUse(manifest, machine)).toEqual([]);
    await machine.write(`${slice}/memory.current`, `${600 * MIB}\n`);
    expect(slicesInUse(manifest, machine)).toEqual([
      { unit: 'hearth-light.slice', used: 600 * MIB, wanted: 576 * MIB },
    ]);
  });
});
