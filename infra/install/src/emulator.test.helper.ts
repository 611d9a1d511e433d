import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { command } from './command.ts';

const EMULATOR = 'qemu-aarch64-static';
/** What Node needs of the system, beside itself. */
const LIBRARIES = ['libc6', 'libatomic1', 'libgcc-s1', 'libstdc++6'];

/**
 * The beginning of a command line that runs a program for arm64 on this computer, with the C library of Debian 13, which
 * is fetched once. Rejects, saying what is missing, where that cannot be.
 */
export async function arm64Emulator(): Promise<readonly string[]> {
  const cache = join(homedir(), '.cache', 'hearth-install');
  const root = join(cache, 'arm64-libraries');
  await command('/', [EMULATOR, '--version']).catch((cause: unknown) => {
    throw new Error(`${EMULATOR} is missing: apt-get install qemu-user-static`, { cause });
  });
  if (!existsSync(root)) await makeRoot(cache, root);
  return [EMULATOR, '-L', root];
}

async function makeRoot(cache: string, root: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const half = await mkdtemp(join(cache, 'half-'));
  try {
    const all = join(half, 'all');
    const how = ['--arch=arm64', '--foreign', '--variant=minbase'];
    const packages = `--include=${LIBRARIES.join()}`;
    await command(half, ['debootstrap', ...how, packages, 'trixie', all]);
    const archives = join(all, 'var/cache/apt/archives');
    for (const file of await readdir(archives)) {
      const isWanted = LIBRARIES.some((name) => file.startsWith(`${name}_`));
      if (isWanted) await command(half, ['dpkg', '-x', join(archives, file), join(half, 'root')]);
    }
    await symlink('usr/lib', join(half, 'root', 'lib')).catch(() => {});
    await rename(join(half, 'root'), root);
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}
