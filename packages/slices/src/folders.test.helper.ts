import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadManifest, type Manifest } from '@hearth/manifest';

/** A real folder with a manifest, and one beside it for units. */
export interface Folders {
  readonly manifest: string;
  readonly units: string;
  readonly load: () => Promise<Manifest>;
  readonly remove: () => Promise<void>;
}

/** Makes the two folders; the manifest declares these classes. */
export async function makeFolders(classes: string): Promise<Folders> {
  const root = await mkdtemp(join(tmpdir(), 'hearth-slices-'));
  const [manifest, units] = [join(root, 'manifest'), join(root, 'units')];
  await mkdir(manifest);
  await mkdir(units);
  await writeFile(join(manifest, 'house.yaml'), `classes:\n${classes}`);
  return {
    manifest,
    units,
    load: async () => {
      const loaded = await loadManifest(manifest);
      if (!loaded.ok) throw new Error('the manifest of the test does not load');
      return loaded.manifest;
    },
    remove: () => rm(root, { recursive: true }),
  };
}
