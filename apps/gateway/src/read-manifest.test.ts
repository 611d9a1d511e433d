import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { name, type JobName } from '@hearth/words';
import { expect, test } from 'vitest';

import { readManifest } from './read-manifest.ts';

const HOUSE = `
timezone: Europe/London
classes:
  light: { concurrency: 2, memory: 64M, cpu: 50% }
  spare: { memory: 64M, cpu: 50% }
jobs:
  digest: { class: light, command: [/bin/true], timeout: 1m, environment: { LANG: C } }
`;

test('the manifest comes whole out of the process that reads it, and its warnings are said', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'house.yaml'), HOUSE);
  const lines: string[] = [];
  const manifest = await readManifest(folder.path, (line) => lines.push(line));
  const job = manifest.jobs.get(name<JobName>('digest'));
  expect(job).toMatchObject({ class: 'light', timeout: 60 });
  expect([...(job?.environment ?? [])]).toEqual([['LANG', 'C']]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^warning: .*spare/);
});

test('a wrong manifest is refused with everything that is wrong with it', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'house.yaml'), HOUSE.replace('1m', '1x').replace('64M', '64'));
  await expect(readManifest(folder.path, () => {})).rejects.toMatchObject({
    name: 'Refusal',
    message: expect.stringMatching(/memory: "64" has no unit[\s\S]*timeout: "1x"/),
  });
});
