import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** One mounted hierarchy of control groups. */
export interface Hierarchy {
  /** Where this computer has it mounted. */
  readonly at: string;
  readonly type: 'cgroup' | 'cgroup2';
  /** Version 1: its controllers, or its name as `name=…`. Version 2: none; they are in its `cgroup.controllers`. */
  readonly controllers: readonly string[];
}

/** The controllers that the limits of a service are made of; a machine without them would accept limits and enforce none. */
export const LIMITS: readonly string[] = ['cpu', 'memory', 'pids'];

/** Mount options of a version 1 hierarchy that are not controllers. */
const NOT_CONTROLLERS =
  /^(?:rw|ro|none|all|xattr|noprefix|clone_children|cpuset_v2_mode|favordynmods|release_agent=.*)$/;

/** The hierarchies that this computer has mounted. */
export async function mountedHierarchies(): Promise<Hierarchy[]> {
  return hierarchiesIn(await readFile('/proc/self/mountinfo', 'utf8'));
}

/** The hierarchies in the text of a `/proc/self/mountinfo`; each once, where it is mounted first. */
export function hierarchiesIn(mountinfo: string): Hierarchy[] {
  const found = new Map<string, Hierarchy>();
  for (const line of mountinfo.split('\n')) {
    const [mount = '', filesystem = ''] = line.split(' - ');
    const at = mount.split(' ')[4];
    const [type, , options = ''] = filesystem.split(' ');
    if (at === undefined || (type !== 'cgroup' && type !== 'cgroup2')) continue;
    const controllers =
      type === 'cgroup2'
        ? []
        : options.split(',').filter((option) => !NOT_CONTROLLERS.test(option));
    const key = `${type} ${controllers.join()}`;
    if (!found.has(key)) found.set(key, { at, type, controllers });
  }
  return [...found.values()];
}

/** The name of the folder where systemd expects a hierarchy, when there are several. */
export function folderOf({ type, controllers }: Hierarchy): string {
  if (type === 'cgroup2') return 'unified';
  return controllers.join().replace(/^name=/, '');
}

/**
 * Makes a cgroup of that name at the top of each hierarchy and resolves with their folders. Needs root.
 */
export async function makeCgroups(
  hierarchies: readonly Hierarchy[],
  name: string,
): Promise<string[]> {
  const folders: string[] = [];
  for (const { at, type, controllers } of hierarchies) {
    if (type === 'cgroup2') await passOnControllers(at);
    const folder = join(at, name);
    await mkdir(folder);
    folders.push(folder);
    // A new cpuset of version 1 is empty, and no process may enter an empty one.
    if (controllers.includes('cpuset')) {
      for (const file of ['cpuset.cpus', 'cpuset.mems']) {
        await writeFile(join(folder, file), await readFile(join(at, file)));
      }
    }
  }
  return folders;
}

/** Lets the cgroups directly below `at` have the controllers that limits are made of. */
async function passOnControllers(at: string): Promise<void> {
  const available = (await readFile(join(at, 'cgroup.controllers'), 'utf8')).trim().split(' ');
  for (const controller of LIMITS.filter((one) => available.includes(one))) {
    await writeFile(join(at, 'cgroup.subtree_control'), `+${controller}`);
  }
}

/** Removes the cgroups of that name and all below them. Their processes must have been ended before. */
export async function removeCgroups(
  hierarchies: readonly Hierarchy[],
  name: string,
): Promise<void> {
  for (const { at } of hierarchies) await removeTree(join(at, name));
}

async function removeTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(folder, entry.name));
  // The kernel lets go of a process a moment after it was waited for, and tells nobody when: so this asks again.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rmdir(folder);
    } catch (error) {
      if (isCode(error, 'ENOENT')) return;
      if (!isCode(error, 'EBUSY') || attempt === 20) throw error;
      await wait(10 * attempt);
    }
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
