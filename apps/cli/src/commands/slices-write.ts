import { writeSlices } from '@hearth/slices';

import { say, type Io } from '../io.ts';
import { load } from '../load.ts';
import { Problem, systemCode } from '../problem.ts';

/** `hearth slices write DIR`: writes the slice unit of each class that is missing or says something else. */
export async function slicesWrite(io: Io, units: string, manifestFolder: string): Promise<number> {
  const loaded = await load(io, manifestFolder);
  if (loaded === null) return 1;
  const { written, unchanged } = await saidAs(units, () => writeSlices(loaded.manifest, units));
  say(
    io,
    ...written.map((file) => `wrote ${file}`),
    ...unchanged.map((file) => `${file} is as it should be`),
  );
  if (written.length > 0) say(io, 'systemd reads them at "systemctl daemon-reload".');
  return 0;
}

/** Does what writes the slice units, and says in words why they cannot be written. */
export async function saidAs<T>(units: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    switch (systemCode(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        throw new Problem(`there is no folder ${units}`, 'make it, or name another one');
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
        throw new Problem(
          `the slice units cannot be written to ${units}: it may not be written by this user`,
          'use sudo, or name another folder',
        );
      default:
        throw error;
    }
  }
}
