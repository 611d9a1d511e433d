import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Machine } from './machine.ts';

/** A machine whose systemd and kernel say what a test has them say: real files, and a `systemctl` of fixed answers. */
export class FakeMachine implements Machine, AsyncDisposable {
  readonly cgroups: string;
  /** Every question to `systemctl`. */
  readonly asked: string[][] = [];
  /** What `systemctl show` prints of a unit, by its name; of others, what systemd says of a slice that it makes up. */
  readonly units: Record<string, Record<string, string>> = {};
  version = 'systemd 257 (257.13-1~deb13u1)\n';
  policy = 'stop\n';

  private constructor(cgroups: string) {
    this.cgroups = cgroups;
  }

  /** With the memory controller of version 2. */
  static async open(): Promise<FakeMachine> {
    const machine = new FakeMachine(await mkdtemp(join(tmpdir(), 'hearth-machine-')));
    await machine.write('cgroup.controllers', 'cpuset cpu io memory pids\n');
    return machine;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.cgroups, { recursive: true });
  }

  /** Writes a file of the kernel's. */
  async write(path: string, text: string): Promise<void> {
    const file = join(this.cgroups, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
  }

  /** Installs a slice with this limit. */
  install(unit: string, memoryMax: string, more: Record<string, string> = {}): void {
    this.units[unit] = {
      FragmentPath: `/etc/systemd/system/${unit}`,
      NeedDaemonReload: 'no',
      MemoryMax: memoryMax,
      ...more,
    };
  }

  readonly systemctl = (...words: string[]): Promise<string> => {
    this.asked.push(words);
    if (words[0] === '--version') return Promise.resolve(this.version);
    if (words.includes('init.scope')) return Promise.resolve(this.policy);
    if (words[0] !== 'show') return Promise.resolve('');
    return Promise.resolve(
      words
        .slice(2)
        .map((unit) => {
          const made = {
            FragmentPath: '',
            DropInPaths: '',
            NeedDaemonReload: 'no',
            MemoryMax: 'infinity',
          };
          const said = { Id: unit, ...made, ...this.units[unit] };
          return Object.entries(said)
            .map(([name, value]) => `${name}=${value}\n`)
            .join('');
        })
        .join('\n'),
    );
  };
}
