import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { hearth } from '../house.test.helper.ts';
import { EXAMPLE } from '../up/places.ts';

const TEN_MISTAKES = `
timezone: Europe/Londn
classes:
  light: { concurrency: 0, memory: 256M, cpu: 50% }
  heavy: { concurrency: 1, memory: lots, cpu: 50% }
probes:
  nas: { tcp: "nas.lan" }
jobs:
  one:
    class: lihgt
    command: [/bin/true]
    timeout: 45
  two:
    class: light
    command: []
    timeout: 1m
    prioritty: batch
  three:
    class: light
    command: [/bin/true]
    timeout: 1m
    needs: [nsa]
    schedule: "61 * * * *"
`;

test('ten mistakes are ten lines, each with its place, and 1', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'house.yaml'), TEN_MISTAKES);
  const { code, out, err } = await hearth('check', folder.path);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const located = out.split('\n').filter((line) => /^house\.yaml:\d+:\d+ {2}\S/.test(line));
  const places = located.map((line) => Number(line.split(':')[1]));
  expect(places).toEqual([2, 4, 5, 7, 10, 12, 15, 17, 22, 23]);
  expect(out).toContain(`The manifest in ${folder.path} has 10 problems.`);
});

test('the example house is right, and what it declares is counted', async () => {
  const { code, out } = await hearth('check', EXAMPLE);
  expect(code).toBe(0);
  expect(out).toMatch(/ is right: \d+ jobs, 3 classes, 1 machine, /);
});

test('--units checks that each class has its slice unit', async () => {
  await using folder = await temporaryFolder();
  const units = join(folder.path, 'units');
  await mkdir(units);
  await hearth('slices', 'write', units, '--manifest', EXAMPLE);
  expect((await hearth('check', EXAMPLE, '--units', units)).code).toBe(0);
  await rm(join(units, 'hearth-gpu.slice'));
  const { code, out } = await hearth('check', EXAMPLE, '--units', units);
  expect(code).toBe(1);
  expect(out).toMatch(/class gpu has no slice unit: there is no hearth-gpu\.slice/);
});

test('a folder that is not there is one sentence, and 1', async () => {
  const { code, out } = await hearth('check', '/nowhere/at/all');
  expect(code).toBe(1);
  expect(out).toContain('/nowhere/at/all  there is no such folder');
});
