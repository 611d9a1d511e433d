import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { EXAMPLE } from '../up/places.ts';
import { readDeclared, verdictOnManifest } from './manifest.ts';

test('a manifest that is right is told with its size', async () => {
  const [found] = verdictOnManifest(EXAMPLE, await readDeclared(EXAMPLE));
  expect(found?.verdict).toBe('ok');
  expect(found?.says).toMatch(/is right; jobs: \d+, classes: 3$/);
});

test('each problem of one that is not is a fault with its place', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'house.yaml'), 'timezone: Mars/Base\nclases: {}\n');
  const found = verdictOnManifest(folder.path, await readDeclared(folder.path));
  expect(found.map(({ verdict }) => verdict)).toEqual(['fault', 'fault']);
  expect(found.map(({ says }) => says).join()).toContain('house.yaml:2');
});

test('one that may not be read is no reason to doubt it', () => {
  expect(verdictOnManifest('/etc/hearth', null)[0]).toMatchObject({
    verdict: 'warning',
    mend: 'sudo hearth doctor',
  });
});
