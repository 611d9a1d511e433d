import type { Manifest } from '@hearth/manifest';
import { installSlices, slicesInUse, systemdRuns, UNITS_FOLDER } from '@hearth/slices';

import { say, type Io } from '../io.ts';
import { load } from '../load.ts';
import { Problem } from '../problem.ts';
import { sayEffect } from './slices-check.ts';
import { saidAs } from './slices-write.ts';

/** What may be said to it. */
export interface InstallOptions {
  readonly manifest: string;
  /** Set limits that are below what is in use. */
  readonly force?: boolean | undefined;
}

/**
 * `hearth slices install`: writes the slice units of this machine, has systemd read them, and checks that they are in
 * force. 1 where they are not.
 */
export async function slicesInstall(io: Io, { manifest, force }: InstallOptions): Promise<number> {
  const loaded = await load(io, manifest);
  if (loaded === null) return 1;
  if (!systemdRuns()) {
    throw new Problem(
      'systemd does not run this machine',
      'install on the machine whose runner it is, or write the files with "hearth slices write DIR"',
    );
  }
  if (force !== true) spareWhatRuns(loaded.manifest);
  const { written, unchanged, effect } = await saidAs(UNITS_FOLDER, () =>
    installSlices(loaded.manifest),
  );
  say(
    io,
    ...written.map((file) => `wrote ${UNITS_FOLDER}/${file}`),
    ...unchanged.map((file) => `${UNITS_FOLDER}/${file} is as it should be`),
  );
  sayEffect(io, effect);
  return effect.problems.some(({ refuses }) => refuses) ? 1 : 0;
}

/** A limit that is set below what is in use makes the kernel kill at once. */
function spareWhatRuns(manifest: Manifest): void {
  const [first] = slicesInUse(manifest);
  if (first === undefined) return;
  const [used, wanted] = [first.used, first.wanted].map((bytes) => Math.ceil(bytes / 2 ** 20));
  throw new Problem(
    `${first.unit} uses ${used} MiB now and would get a limit of ${wanted} MiB: the kernel would kill runs of it at once`,
    'wait until they are over, or say --force',
  );
}
