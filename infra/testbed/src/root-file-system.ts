import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './command.ts';
import { needProgram } from './host-package.ts';
import { ownArchive } from './mirror.ts';
import { cacheFolder } from './places.ts';
import { script } from './script.ts';

const BUILD = script('build-root.sh');

/** What a root file system is made of. */
export interface Recipe {
  /** The Debian release by its code name. */
  readonly release: string;
  /** Packages beside Debian's smallest set. */
  readonly packages: readonly string[];
}

/** Debian 12, whose systemd 252 enforces limits with either version of cgroups; later ones give up version 1. */
const SMALL_DEBIAN: Recipe = {
  release: 'bookworm',
  // Node needs libatomic1.
  packages: ['systemd', 'systemd-sysv', 'dbus', 'libatomic1'],
};

/**
 * The folder of a Debian root file system, kept in the cache and not to be written to. The first call makes it, which
 * takes a minute and 200 MB, and needs root and a Debian archive; of several at once one makes it, the others wait.
 * Rejects, with the end of debootstrap's output, when it cannot be made.
 */
export async function rootFileSystem(recipe: Recipe = SMALL_DEBIAN): Promise<string> {
  const { release, packages } = recipe;
  // Another recipe is another folder.
  const text = await readFile(BUILD);
  const key = createHash('sha256').update(JSON.stringify(recipe)).update(text).digest('hex');
  const folder = join(cacheFolder(), `${release}-${process.arch}-${key.slice(0, 12)}`);
  if (existsSync(folder)) return folder;

  await needProgram('debootstrap', 'debootstrap');
  await mkdir(cacheFolder(), { recursive: true });
  const mirror = await ownArchive();
  // It all ends with this process; the lock is the kernel's, and ends with it too.
  const lock = ['setpriv', '--pdeathsig', 'KILL', 'flock', '--no-fork', `${folder}.lock`];
  const apart =
    'unshare --mount --pid --fork --kill-child --mount-proc --propagation private'.split(' ');
  const build = ['sh', BUILD, folder, release, packages.join(), mirror ?? ''];
  try {
    await command([...lock, ...apart, ...build]);
  } catch (cause) {
    throw new Error(`no root file system of Debian ${release} could be made: ${String(cause)}`, {
      cause,
    });
  }
  return folder;
}
