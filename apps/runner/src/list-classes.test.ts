import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test, vi } from 'vitest';

import { listClasses } from './list-classes.ts';

// Real processes take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

test('the classes of a manifest are read, with their places', async () => {
  await using folder = await temporaryFolder();
  const text = `
timezone: Europe/London
classes:
  gpu: { concurrency: 1, memory: 2G, cpu: 100% }
  light: { concurrency: 2, memory: 256M, cpu: 50% }
`;
  await writeFile(join(folder.path, 'house.yaml'), text);
  expect(await listClasses(folder.path)).toEqual(
    new Map([
      ['gpu', { concurrency: 1, memory: 2 ** 31 }],
      ['light', { concurrency: 2, memory: 2 ** 28 }],
    ]),
  );
});

test('a manifest with a mistake is refused with the place of the mistake', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'house.yaml'), 'timezone: Europe/London\nclases: {}\n');
  await expect(listClasses(folder.path)).rejects.toThrow(/cannot be used:\n.*house\.yaml:2/);
});
