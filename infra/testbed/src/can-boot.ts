import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wholeRoot } from './boot-machine.ts';
import { LIMITS, makeCgroups, mountedHierarchies, type Hierarchy } from './cgroups.ts';
import { command } from './command.ts';
import { missingProgram } from './host-package.ts';
import { removeMachine, removeOrphans } from './machine-folder.ts';
import { newMachineName } from './owner.ts';
import { rootFileSystem } from './root-file-system.ts';

/** What is tried out beforehand: the namespaces of a machine, and a mount in them. */
const NAMESPACES =
  'unshare --pid --mount --fork --cgroup --uts --ipc mount -t tmpfs none /mnt'.split(' ');

/** What machines of either kind need: namespaces, mounts, a lock, an end with their owner. All are in util-linux. */
const PROGRAMS = ['unshare', 'setpriv', 'flock', 'mount', 'pivot_root', 'nsenter'];

/**
 * Null where {@link bootSystemd} works; else a sentence that says why not, for a suite to be skipped aloud with.
 * It tries each thing for real, and makes the root file system if there is none yet, so the first call takes a minute.
 */
export async function canBoot(): Promise<string | null> {
  const lack = commonLack();
  if (lack !== null) return lack;
  const hierarchies = await mountedHierarchies();
  const missing = await missingControllers(hierarchies);
  if (missing.length > 0) {
    return `No cgroup hierarchy with the controllers ${missing.join(', ')} is mounted here.`;
  }
  const name = await newMachineName();
  return reasonAgainst(async () => {
    await removeOrphans();
    try {
      await makeCgroups(hierarchies, name);
      await command(NAMESPACES);
    } finally {
      await removeMachine(name);
    }
    await rootFileSystem();
  });
}

/**
 * Null where {@link bootMachine} works; else a sentence that says why not, for a suite to be skipped aloud with.
 * It installs the emulator and makes the root file system if need be, so the first call takes minutes.
 */
export async function canBootMachine(): Promise<string | null> {
  const lack = commonLack();
  if (lack !== null) return lack;
  if (process.arch !== 'x64') return 'The small machine is an x64 one, and is run on x64 only.';
  return reasonAgainst(async () => {
    await removeOrphans();
    await command(NAMESPACES);
    await wholeRoot();
  });
}

/** What is lacking for machines of either kind. */
function commonLack(): string | null {
  if (process.platform !== 'linux') return 'Machines can be booted on Linux only.';
  if (process.getuid?.() !== 0) return 'Only root can boot machines.';
  const program = missingProgram(PROGRAMS);
  if (program !== undefined)
    return `The program ${program} is missing; it is in the package util-linux.`;
  return null;
}

/** Why `attempt` fails, as a sentence; null when it does not. */
async function reasonAgainst(attempt: () => Promise<void>): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    return `No machine can be booted here: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function missingControllers(hierarchies: readonly Hierarchy[]): Promise<string[]> {
  const two = hierarchies.find(({ type }) => type === 'cgroup2');
  const ofTwo = two ? await controllersOf(two) : [];
  const all = [...ofTwo, ...hierarchies.flatMap(({ controllers }) => controllers)];
  return LIMITS.filter((controller) => !all.includes(controller));
}

async function controllersOf({ at }: Hierarchy): Promise<string[]> {
  return (await readFile(join(at, 'cgroup.controllers'), 'utf8')).trim().split(' ');
}
