import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bootSystemd } from './boot-systemd.ts';
import { canBoot } from './can-boot.ts';
import type { Machine } from './machine.ts';
import { shell } from './shell.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

const why = await canBoot();

describe.skipIf(why !== null)(`a booted systemd${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let machine: Machine;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearth-test-'));
    await writeFile(join(folder, 'note'), 'from outside');
    machine = await bootSystemd({
      binds: [
        { host: dirname(process.execPath), inside: '/opt/node/bin' },
        { host: join(folder, 'note'), inside: '/srv/some where/note' },
        { host: folder, inside: '/srv/shared', writable: true },
      ],
    });
  });
  afterAll(async () => {
    await machine?.stop();
    await rm(folder, { recursive: true });
  });

  /** Runs a shell script in a scope of its own. */
  const inScope = (options: string, script: string) =>
    machine.run([
      'sh',
      '-c',
      `exec systemd-run --quiet --scope ${options} sh -c "$1"`,
      'sh',
      script,
    ]);

  test('comes up with nothing failed, as the first process of a machine of its own', async () => {
    expect(await shell(machine, 'systemctl is-system-running')).toBe('running\n');
    expect(await shell(machine, 'cat /proc/1/comm; hostname')).toBe('systemd\ntestbed\n');
    const bootId = '/proc/sys/kernel/random/boot_id';
    expect(await shell(machine, `cat ${bootId}`)).not.toBe(await readFile(bootId, 'utf8'));
  });

  test('kills what outgrows the memory of its slice, and leaves the neighbours alone', async () => {
    await machine.writeUnit('hearth-small.slice', '[Slice]\nMemoryMax=64M\n');
    await shell(machine, 'mkfifo /run/same /run/other');
    const neighbours = Promise.all([
      inScope('--unit=same --slice=hearth-small', 'read x </run/same; echo $x'),
      inScope('--unit=other --slice=hearth-roomy', 'read x </run/other; echo $x'),
    ]);
    await machine.untilLogged('same.scope', 'Started');
    await machine.untilLogged('other.scope', 'Started');

    const greedy = `exec perl -e 'my $x = "x" x 2e8; print "ate"'`;
    const killed = await inScope('--slice=hearth-small', greedy);
    expect(killed).toEqual({ code: 137, stdout: '', stderr: '' });

    await shell(machine, 'echo alive >/run/same; echo alive >/run/other');
    const alive = { code: 0, stdout: 'alive\n', stderr: '' };
    expect(await neighbours).toEqual([alive, alive]);
    // The same with room enough lives: it was the limit that killed.
    const lives = await inScope('--slice=hearth-roomy', greedy);
    expect(lives).toEqual({ code: 0, stdout: 'ate', stderr: '' });
  });

  test('throttles what wants more than the CPU quota of its scope', async () => {
    const { stdout } = await inScope(
      '-p CPUQuota=5%',
      `perl -e 'my $n = 0; $n++ while $n < 1e6'
      cat $(sed -nE 's,^[0-9]+:(cpu|cpu.cpuacct):(.*),/sys/fs/cgroup/cpu\\2/cpu.stat,p; s,^0::(.*),/sys/fs/cgroup\\1/cpu.stat,p' /proc/self/cgroup)`,
    );
    expect(stdout).toMatch(/^nr_throttled [1-9]/m);
  });

  test('makes a slice of no file without a word: only its FragmentPath is empty', async () => {
    await machine.writeUnit('hearth-known.slice', '[Slice]\n');
    const show = 'systemctl show -p LoadState,FragmentPath';
    const unknown = await inScope('--slice=hearth-unknown', `${show} hearth-unknown.slice`);
    expect(unknown.stdout).toBe('LoadState=loaded\nFragmentPath=\n');
    const known = await inScope('--slice=hearth-known', `${show} hearth-known.slice`);
    expect(known.stdout).toContain('FragmentPath=/etc/systemd/system/hearth-known.slice\n');
  });

  test('what is bound is there, and can be written to only when that was asked for', async () => {
    expect(await shell(machine, 'cat "/srv/some where/note"')).toBe('from outside');
    await expect(shell(machine, 'echo x >"/srv/some where/note"')).rejects.toThrow('Read-only');
    await shell(machine, 'echo from inside >/srv/shared/answer');
    expect(await readFile(join(folder, 'answer'), 'utf8')).toBe('from inside\n');
    expect(await shell(machine, '/opt/node/bin/node -p process.version')).toBe(
      `${process.version}\n`,
    );
  });

  test('can change neither the clock nor the kernel of this computer', async () => {
    await expect(shell(machine, 'date --set 2001-01-01')).rejects.toThrow('not permitted');
    await expect(shell(machine, 'echo 1 >/proc/sys/kernel/panic')).rejects.toThrow('Read-only');
  });
});
