import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lastLines } from './command.ts';

/** What a small machine is made of. */
export interface Hardware {
  /** The folder of its root file system, which holds its kernel. */
  readonly root: string;
  /** Its disk. */
  readonly image: string;
  readonly memoryMegabytes: number;
  /** The unix socket to which its agent's port is connected. */
  readonly socket: string;
  /** The file to which its console is written. */
  readonly console: string;
  /** Words at the end of its kernel's command line. */
  readonly kernelOptions: readonly string[];
}

/** The name of the port by which a machine's agent is reached; it is `/dev/virtio-ports/…` inside. */
export const PORT = 'testbed';

/**
 * The command that runs a machine of that hardware until it is killed or switches itself off, purely in software:
 * it is the same machine wherever it runs. It has two processors and no network.
 */
export async function qemuCommand(hardware: Hardware): Promise<string[]> {
  const { root, image, memoryMegabytes, socket, kernelOptions } = hardware;
  const boot = join(root, 'boot');
  const files = await readdir(boot);
  const kernels = files.filter((file) => file.startsWith('vmlinuz-')).sort();
  const append = [
    'root=/dev/nvme0n1',
    'rw',
    'console=ttyS0',
    'quiet',
    'panic=-1',
    ...kernelOptions,
  ];
  return [
    'qemu-system-x86_64',
    ...options({
      accel: 'tcg,thread=multi',
      cpu: 'max',
      smp: '2',
      m: String(memoryMegabytes),
      kernel: join(boot, kernels.at(-1) ?? 'vmlinuz'),
      append: append.join(' '),
      nic: 'none',
      display: 'none',
      monitor: 'none',
      serial: `file:${hardware.console}`,
    }),
    // A restart ends it, and so does a kernel that gave up.
    '-nodefaults',
    '-no-reboot',
    // NVMe and ext4 are built into Debian's kernel: with no initrd to unpack and to go through, a boot takes half the time.
    // What the machine asks to be written through is written through; the rest is in its own memory, and lost with it.
    ...options({ drive: `file=${image},if=none,id=disk,format=raw,cache=writeback` }),
    ...options({ device: 'nvme,drive=disk,serial=disk' }),
    ...options({ chardev: `socket,id=agent,path=${socket}`, device: 'virtio-serial-pci' }),
    ...options({ device: `virtserialport,chardev=agent,name=${PORT}` }),
  ];
}

/** The last that a machine wrote on its console. */
export async function consoleTail(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return `The end of its console: ${lastLines(text, 30)}`;
}

function options(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [`-${name}`, value]);
}
