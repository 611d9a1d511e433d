import { fileURLToPath } from 'node:url';

import { loadManifest } from '@hearth/manifest';
import { assertSlices } from '@hearth/slices';
import { expect, test } from 'vitest';

const manifest = fileURLToPath(new URL('../manifest', import.meta.url));
const units = fileURLToPath(new URL('../systemd', import.meta.url));

test('the example house loads without a problem', async () => {
  const loaded = await loadManifest(manifest);
  expect(loaded.ok ? loaded.warnings : loaded.problems).toEqual([]);
});

test('every class of the example house has its slice unit, as hearth writes it', async () => {
  await expect(assertSlices({ manifest, units })).resolves.toBeUndefined();
});
