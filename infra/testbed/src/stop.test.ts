import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { describe, expect, test, vi } from 'vitest';
import { bootSystemd } from './boot-systemd.ts';
import { canBoot } from './can-boot.ts';
import { mountedHierarchies } from './cgroups.ts';
import { command } from './command.ts';
import { MACHINES } from './places.ts';
import { removeOrphans } from './machine-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const why = await canBoot();

/** What machines whose owner is `pid` have on this computer: folders, cgroups, mounts, and processes. */
async function tracesOf(pid: number | undefined): Promise<string[]> {
  const places = [MACHINES, ...(await mountedHierarchies()).map(({ at }) => at)];
  const names = await Promise.all(places.map((place) => readdir(place).catch(() => [])));
  const mounts = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n');
  const mine = new RegExp(`hearth-testbed-\\d+-${pid}-`);
  return [...names.flat(), ...mounts, ...(await processes())].filter((trace) => mine.test(trace));
}

/** The cgroups of all processes. */
async function processes(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')));
}

describe.skipIf(why !== null)(
  `the end of a machine${why === null ? '' : ` (skipped: ${why})`}`,
  () => {
    test('two machines run at once; stopping one leaves the other, and stopping both leaves nothing', async () => {
      const [one, two] = await Promise.all([bootSystemd(), bootSystemd()]);
      await one.writeFile('/etc/whose', 'one');
      expect((await two.run(['cat', '/etc/whose'])).code).toBe(1);
      expect((await tracesOf(process.pid)).length).toBeGreaterThan(4);

      const interrupted = one.run(['sleep', '1000']);
      await Promise.all([expect(interrupted).rejects.toThrow('stopped'), one.stop()]);
      await expect(one.run(['true'])).rejects.toThrow('stopped');
      expect((await two.run(['echo', 'here'])).stdout).toBe('here\n');

      await two.stop();
      await two.stop();
      expect(await tracesOf(process.pid)).toEqual([]);
    });

    test('a command is not said to have ended when its machine switched itself off', async () => {
      await using machine = await bootSystemd();
      await expect(machine.run(['sh', '-c', 'systemctl poweroff; sleep 1000'])).rejects.toThrow(
        /the machine (?:ended|is gone)|killed with its whole unit/,
      );
    });

    test('a machine that does not come up in time is taken away, and the error tells what it was doing', async () => {
      await expect(bootSystemd({ deadlineSeconds: 0.2 })).rejects.toThrow(
        /not up within 0.2 s. .+/,
      );
      expect(await tracesOf(process.pid)).toEqual([]);
    });

    test('a bind that is not there is an error that names it', async () => {
      await expect(bootSystemd({ binds: [{ host: '/no/such/folder' }] })).rejects.toThrow(
        '/no/such/folder',
      );
      expect(await tracesOf(process.pid)).toEqual([]);
    });

    test('a machine dies with its owner, and the next to boot one clears up after it', async () => {
      const source = `import { bootSystemd } from '${new URL('boot-systemd.ts', import.meta.url).href}';
      const machine = await bootSystemd();
      await machine.run(['systemd-run', '--scope', '--unit=left', 'sh', '-c', 'sleep 1000 & echo']);
      console.log('up');
      setInterval(() => {}, 1000);`;
      const owner = spawn(process.execPath, ['--input-type=module', '-e', source], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(createInterface(owner.stdout), 'line');
      const first = await firstProcessOf(owner.pid);
      owner.kill('SIGKILL');
      await once(owner, 'exit');
      // Comes back when that process is no more.
      await command(['tail', '--follow', '--sleep-interval=0.1', `--pid=${first}`, '/dev/null']);
      await removeOrphans();
      expect(await tracesOf(owner.pid)).toEqual([]);
    });
  },
);

/** The pid of the first process of the machine that `owner` booted. */
async function firstProcessOf(owner: number | undefined): Promise<string> {
  const folders = await readdir(MACHINES);
  const folder = folders.find((name) => name.includes(`-${owner}-`));
  const pid = (await readFile(`${MACHINES}/${folder}/pid`, 'utf8')).trim();
  expect(await readlink(`/proc/${pid}/ns/pid`)).not.toBe(await readlink('/proc/self/ns/pid'));
  return pid;
}
