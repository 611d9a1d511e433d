import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { awaitAgent, type Agent } from './agent.ts';
import { folderOf, makeCgroups, mountedHierarchies, type Hierarchy } from './cgroups.ts';
import { command } from './command.ts';
import { layOut, table } from './lay-out.ts';
import { makeMachineFolder, removeMachine, removeOrphans } from './machine-folder.ts';
import type { Bind, Machine } from './machine.ts';
import { endOwned, startOwned } from './owned-process.ts';
import { newMachineName } from './owner.ts';
import { rootFileSystem } from './root-file-system.ts';
import { operationsOver } from './run-over.ts';
import { script } from './script.ts';
import { untilUp } from './up.ts';

/** Mount options of what holds no programs and no devices. */
const SAFE = 'nosuid,nodev,noexec';

/** Runs its arguments as the first process of new namespaces, and kills what is in them when it is killed itself. */
const APART = 'unshare --pid --mount --fork --uts --ipc --kill-child --propagation private'.split(
  ' ',
);

/** How a systemd is booted. */
export interface SystemdOptions {
  /** What of this computer it sees, beside a Debian of its own. */
  readonly binds?: readonly Bind[];
  /** It is given up, and the promise rejects, when it is not up after so many seconds; 60 by default. */
  readonly deadlineSeconds?: number;
}

/**
 * Boots a systemd of its own on this computer's kernel, in seconds, and resolves when it is up. It has its own
 * processes, cgroups, host name, boot id and file system, which is new at each boot and held in memory; it shares the
 * network and the clock of this computer. It ends with this process at the latest, however that ends.
 * Rejects where {@link canBoot} says why not, and with the machine's last words when it does not come up.
 */
export async function bootSystemd(options: SystemdOptions = {}): Promise<Machine> {
  const { binds = [], deadlineSeconds = 60 } = options;
  await removeOrphans();
  const root = await rootFileSystem();
  const hierarchies = await mountedHierarchies();
  const name = await newMachineName();
  const folder = await makeMachineFolder(name);
  let agent: Agent | undefined;
  let first: ChildProcess | undefined;

  const stop = async () => {
    agent?.close(new Error('the machine was stopped'));
    if (first) await end(first, folder);
    await removeMachine(name);
  };
  try {
    await layOut(folder, '/run/testbed/agent.sock', binds);
    await writeFile(join(folder, 'cgroups'), mountsOf(hierarchies));
    await mkdir(join(folder, 'shared'));
    agent = await awaitAgent(join(folder, 'shared', 'agent.sock'));
    const cgroups = await makeCgroups(hierarchies, name);
    first = startOwned([...APART, 'sh', script('enter.sh'), folder, root, ...cgroups], agent);
    await untilUp(agent, deadlineSeconds, () => lastWords(folder));
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...operationsOver(agent), stop, [Symbol.asyncDispose]: stop };
}

/** How the machine is to mount the hierarchies again, for `boot.sh`. */
function mountsOf(hierarchies: readonly Hierarchy[]): string {
  return table(
    hierarchies.map((one) => [one.type, [SAFE, ...one.controllers].join(), folderOf(one)]),
  );
}

/** What the machine's own tools say of it when its agent does not answer. Called from outside: it may be half up. */
async function lastWords(folder: string): Promise<string> {
  const pid = await firstPid(folder);
  if (pid === undefined) return 'Its file system was not laid out yet.';
  const enter = ['nsenter', '--target', String(pid), '--mount', '--pid', '--cgroup'];
  const ask = 'systemctl list-jobs; journalctl --no-pager --lines=30';
  return command([...enter, 'timeout', '5', 'sh', '-c', ask]).catch(
    (error: unknown) => `Nothing can be learnt of it: ${String(error)}`,
  );
}

/** Kills a machine and resolves when every process of it is gone. */
async function end(first: ChildProcess, folder: string): Promise<void> {
  const pid = await firstPid(folder);
  // Its own first process rather than the one that waits for it: that one then ends last of all.
  await endOwned(first, () =>
    pid === undefined ? first.kill('SIGKILL') : process.kill(pid, 'SIGKILL'),
  );
}

/** The pid, here, of the machine's first process; undefined before it has one. */
async function firstPid(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text);
}
