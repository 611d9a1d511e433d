import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryFolder } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { hearth } from '../house.test.helper.ts';
import { EXAMPLE } from '../up/places.ts';

test('a missing unit is told with its class, its file and the command that writes it, and is 1', async () => {
  await using units = await temporaryFolder();
  await hearth('slices', 'write', units.path, '--manifest', EXAMPLE);
  expect((await hearth('slices', 'check', units.path, '--manifest', EXAMPLE)).code).toBe(0);
  await rm(join(units.path, 'hearth-render.slice'));
  const { code, out } = await hearth('slices', 'check', units.path, '--manifest', EXAMPLE);
  expect(code).toBe(1);
  expect(out.trim().split('\n')).toHaveLength(1);
  expect(out).toContain('class render');
  expect(out).toContain('hearth-render.slice');
  expect(out).toContain(`hearth slices write ${units.path}`);
});
