import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { awaitAgent, type Agent } from './agent.ts';
import { command } from './command.ts';
import { needProgram } from './host-package.ts';
import { layOut } from './lay-out.ts';
import { makeMachineFolder, removeMachine, removeOrphans } from './machine-folder.ts';
import type { Bind, Machine } from './machine.ts';
import { endOwned, startOwned } from './owned-process.ts';
import { newMachineName } from './owner.ts';
import { consoleTail, PORT, qemuCommand } from './qemu.ts';
import { rootFileSystem, type Recipe } from './root-file-system.ts';
import { operationsOver } from './run-over.ts';
import { script } from './script.ts';
import { untilUp } from './up.ts';

/** Debian 13, what Raspberry Pi OS is built on, with a kernel for virtual machines. */
const WHOLE_DEBIAN: Recipe = {
  release: 'trixie',
  // Node needs libatomic1.
  packages: ['systemd', 'systemd-sysv', 'dbus', 'udev', 'linux-image-cloud-amd64', 'libatomic1'],
};

/** The unit by which systemd knows the agent's port. */
const DEVICE = `dev-virtio\\x2dports-${PORT}.device`;

/** A machine that has not shut down after so long will not: systemd itself gives a service 90 s. */
const SHUTDOWN_SECONDS = 180;

/** How a small machine is started. */
export interface BootOptions {
  /** Words at the end of its kernel's command line: `cgroup_disable=memory` makes it a Pi as it comes out of the box. */
  readonly kernelOptions?: readonly string[];
  /** It is switched off, and the promise rejects, when it is not up after so many seconds; 300 by default. */
  readonly deadlineSeconds?: number;
}

/** How a small machine is made. */
export interface MachineOptions extends BootOptions {
  /** Folders and files of this computer of which it gets a copy of its own, on its disk. */
  readonly copies?: readonly Omit<Bind, 'writable'>[];
  /** Its memory; 1024 by default, a small Pi's. */
  readonly memoryMegabytes?: number;
  /** The size of its disk, which takes only the room that is used; 4096 by default. */
  readonly diskMegabytes?: number;
}

/** A machine with a kernel, a disk and a power switch. Its disk lasts until {@link Machine.stop}. */
export interface SmallMachine extends Machine {
  /** Takes its power away, at this instant: what it had not written to its disk is lost. */
  powerCut(): Promise<void>;
  /** Has it shut down in good order, and resolves when it is off. */
  shutDown(): Promise<void>;
  /** Switches it on again, with the disk as it was left, and resolves when it is up. It must be off. */
  boot(options?: BootOptions): Promise<void>;
}

/**
 * Makes a small machine and boots it: Debian with systemd and cgroups of version 2, one kernel and disk of its own and
 * no network, run purely in software, which takes the better part of a minute. It ends with this process at the latest.
 * Rejects where {@link canBootMachine} says why not, and with the end of its console when it does not come up.
 */
export async function bootMachine(options: MachineOptions = {}): Promise<SmallMachine> {
  const { copies = [], memoryMegabytes = 1024, diskMegabytes = 4096, ...first } = options;
  await removeOrphans();
  const root = await wholeRoot();
  const name = await newMachineName();
  const folder = await makeMachineFolder(name);
  const image = join(folder, 'image');
  const socket = join(folder, 'agent.sock');
  const log = join(folder, 'console');
  let agent: Agent | undefined;
  let qemu: ChildProcess | undefined;

  async function boot(how: BootOptions = {}): Promise<void> {
    const { kernelOptions = [], deadlineSeconds = 300 } = how;
    if (qemu && isOn(qemu)) throw new Error('the machine is on already');
    const hardware = { root, image, memoryMegabytes, socket, console: log, kernelOptions };
    const argv = await qemuCommand(hardware);
    agent = await awaitAgent(socket);
    qemu = startOwned(argv, agent);
    try {
      await untilUp(agent, deadlineSeconds, () => consoleTail(log));
    } catch (error) {
      await off('the machine did not come up');
      throw error;
    }
  }

  async function off(why: string): Promise<void> {
    const read = agent?.outlive(new Error(why));
    if (qemu) await endOwned(qemu, () => qemu?.kill('SIGKILL'));
    await read;
  }

  async function shutDown(): Promise<void> {
    if (!qemu || !agent || !isOn(qemu)) return;
    const ended = once(qemu, 'exit', { signal: AbortSignal.timeout(SHUTDOWN_SECONDS * 1000) });
    // Its answer may or may not get out before the machine is off.
    agent.spawn(['systemctl', 'poweroff', '--no-block']).catch(() => {});
    try {
      await ended;
    } catch (cause) {
      throw new Error(`the machine did not shut down. ${await consoleTail(log)}`, { cause });
    }
    agent.close(new Error('the machine was shut down'));
  }

  async function stop(): Promise<void> {
    await off('the machine was stopped');
    await removeMachine(name);
  }

  try {
    await layOut(folder, `/dev/virtio-ports/${PORT}`, copies, `After=${DEVICE}\nWants=${DEVICE}`);
    await makeImage(folder, root, image, diskMegabytes);
    await boot(first);
  } catch (error) {
    await stop();
    throw error;
  }
  const operations = operationsOver({
    async spawn(argv, input, onStdout) {
      if (!agent || !qemu || !isOn(qemu)) throw new Error('the machine is off');
      return agent.spawn(argv, input, onStdout);
    },
  });
  const powerCut = () => off('the power was cut');
  return { ...operations, powerCut, shutDown, boot, stop, [Symbol.asyncDispose]: stop };
}

/** The root file system of small machines; made, as is whatever else they need, the first time. */
export async function wholeRoot(): Promise<string> {
  await needProgram('qemu-system-x86_64', 'qemu-system-x86');
  return rootFileSystem(WHOLE_DEBIAN);
}

/** Makes the disk, in a mount namespace that takes all that is mounted for it away again. */
async function makeImage(
  folder: string,
  root: string,
  image: string,
  megabytes: number,
): Promise<void> {
  const apart = ['unshare', '--mount', '--propagation', 'private'];
  await command([...apart, 'sh', script('make-image.sh'), folder, root, image, `${megabytes}M`]);
}

function isOn({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
