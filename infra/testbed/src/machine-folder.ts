import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mountedHierarchies, removeCgroups } from './cgroups.ts';
import { isOrphan } from './owner.ts';
import { MACHINES } from './places.ts';

/** Makes the folder of the machine `name` and resolves with its path. */
export async function makeMachineFolder(name: string): Promise<string> {
  const folder = join(MACHINES, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes the cgroups and the folder of a machine whose processes have ended. */
export async function removeMachine(name: string): Promise<void> {
  await removeCgroups(await mountedHierarchies(), name);
  await removeUnmounted(join(MACHINES, name));
}

/** Removes what machines left behind whose owners died. Their processes died with them: the kernel sees to that. */
export async function removeOrphans(): Promise<void> {
  const places = [MACHINES, ...(await mountedHierarchies()).map(({ at }) => at)];
  const names = await Promise.all(places.map((place) => readdir(place).catch(() => [])));
  for (const name of new Set(names.flat())) if (await isOrphan(name)) await removeMachine(name);
}

/** Removes a folder, unless something is mounted beneath it: deleting would reach through the mount. */
async function removeUnmounted(folder: string): Promise<void> {
  const mounts = await readFile('/proc/self/mountinfo', 'utf8');
  const below = mounts.split('\n').find((line) => line.split(' ')[4]?.startsWith(`${folder}/`));
  if (below !== undefined) {
    throw new Error(
      `something is mounted below ${folder}: ${below}. Unmount it, then remove the folder.`,
    );
  }
  await rm(folder, { recursive: true, force: true });
}
