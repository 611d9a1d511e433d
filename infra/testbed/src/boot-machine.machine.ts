import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootMachine, type SmallMachine } from './boot-machine.ts';
import { canBoot, canBootMachine } from './can-boot.ts';
import { MACHINES } from './places.ts';
import { rootFileSystem } from './root-file-system.ts';
import { shell } from './shell.ts';

const why = (await canBootMachine()) ?? (await canBoot());

/** Boots a systemd inside the machine and sees what becomes of a job that wants too much there. */
const INSIDE = `
  import { bootSystemd } from '/opt/testbed/src/index.ts';
  await using machine = await bootSystemd({ deadlineSeconds: 240 });
  await machine.writeUnit('hearth-small.slice', '[Slice]\\nMemoryMax=64M\\n');
  const greedy = ['perl', '-e', 'my $x = "x" x 2e8; print "ate"'];
  const { code, stdout } = await machine.run(['systemd-run', '--quiet', '--scope', '--slice=hearth-small', ...greedy]);
  console.log(code, stdout);
`;

// In this order: each goes on with the machine as the one before has left it.
describe.skipIf(why !== null)(`a small machine${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let machine: SmallMachine;
  const bootIds: string[] = [];
  const bootId = () => shell(machine, 'cat /proc/sys/kernel/random/boot_id');
  const greedy = (slice: string) =>
    machine.run([
      'sh',
      '-c',
      `systemd-run --quiet --scope --unit=greedy${bootIds.length} --slice=${slice} perl -e 'my $x = "x" x 2e8; print "ate"'`,
    ]);

  beforeAll(async () => {
    const root = await rootFileSystem();
    machine = await bootMachine({
      copies: [
        { host: process.execPath, inside: '/usr/local/bin/node' },
        { host: import.meta.dirname, inside: '/opt/testbed/src' },
        { host: root, inside: root.replace(/^.*\//, '/opt/cache/') },
      ],
    });
    bootIds.push(await bootId());
  });
  afterAll(() => machine?.stop());

  test('comes up with nothing failed, one gigabyte, and cgroups of version 2', async () => {
    expect(await shell(machine, 'systemctl is-system-running')).toBe('running\n');
    expect(await shell(machine, 'stat -f -c %T /sys/fs/cgroup')).toBe('cgroup2fs\n');
    expect(await shell(machine, 'cat /sys/fs/cgroup/cgroup.controllers')).toMatch(/\bmemory\b/);
    const kilobytes = Number(
      /MemTotal: +(\d+)/.exec(await shell(machine, 'cat /proc/meminfo'))?.[1],
    );
    expect(kilobytes / 1024).toBeGreaterThan(900);
    expect(kilobytes / 1024).toBeLessThan(1024);
  });

  test('kills what outgrows the memory of its slice, and its systemd knows why', async () => {
    await machine.writeUnit('hearth-small.slice', '[Slice]\nMemoryMax=64M\n');
    await shell(machine, 'systemctl start hearth-small.slice');
    expect((await greedy('hearth-small')).stdout).toBe('');
    expect(await shell(machine, 'systemctl show -p Result greedy1.scope')).toBe(
      'Result=oom-kill\n',
    );
    const events = '/sys/fs/cgroup/hearth.slice/hearth-small.slice/memory.events';
    expect(await shell(machine, `cat ${events}`)).toMatch(/^oom_kill 1$/m);
  });

  test('has copies of its own of what it was given', async () => {
    expect(await shell(machine, 'node -p process.version')).toBe(`${process.version}\n`);
    await shell(machine, 'echo x >/opt/testbed/src/mine');
    expect(await readdir(import.meta.dirname)).not.toContain('mine');
    await shell(machine, 'rm /opt/testbed/src/mine');
  });

  test('can itself boot a systemd in namespaces, whose limits hold under cgroups of version 2', async () => {
    const env = { HEARTH_TESTBED_CACHE: '/opt/cache' };
    const node = ['node', '--input-type=module', '-e', INSIDE];
    const { stdout, stderr } = await machine.run(node, { env, timeoutSeconds: 400 });
    expect({ stdout, stderr }).toEqual({ stdout: '137 \n', stderr: '' });
    expect(
      await shell(
        machine,
        'ls /var/tmp/hearth-testbed; find /sys/fs/cgroup -name "hearth-testbed*"',
      ),
    ).toBe('');
  });

  test('shuts down in good order, and boots again from its disk with another kernel command line', async () => {
    await shell(machine, 'echo kept >/root/kept');
    await machine.shutDown();
    await expect(machine.run(['true'])).rejects.toThrow('the machine is off');
    await machine.boot({ kernelOptions: ['cgroup_disable=memory'] });
    bootIds.push(await bootId());
    expect(await shell(machine, 'cat /root/kept')).toBe('kept\n');
    await expect(machine.boot()).rejects.toThrow('on already');
  });

  test('with the memory controller off, limits are accepted and not enforced', async () => {
    expect(await shell(machine, 'cat /sys/fs/cgroup/cgroup.controllers')).not.toMatch(/\bmemory\b/);
    expect(await greedy('hearth-small')).toEqual({ code: 0, stdout: 'ate', stderr: '' });
    expect(await shell(machine, 'systemctl show -p MemoryMax hearth-small.slice')).toBe(
      'MemoryMax=67108864\n',
    );
  });

  test('a power cut takes what was not written to the disk, and nothing else', async () => {
    await shell(machine, 'echo safe >/root/safe; sync');
    const said = Promise.withResolvers<string>();
    const cut = machine.run(['sh', '-c', 'echo known outside; sleep 1000'], {
      onStdout: (piece) => said.resolve(piece.toString()),
    });
    await shell(machine, 'echo lost >/root/lost');
    expect(await said.promise).toBe('known outside\n');
    await Promise.all([expect(cut).rejects.toThrow('the power was cut'), machine.powerCut()]);
    await expect(machine.run(['true'])).rejects.toThrow('the machine is off');
    await machine.boot();
    bootIds.push(await bootId());
    expect(await shell(machine, 'cat /root/kept /root/safe')).toBe('kept\nsafe\n');
    expect((await machine.run(['cat', '/root/lost'])).stdout).toBe('');
    expect(new Set(bootIds).size).toBe(3);
  });

  test('leaves nothing when it is stopped', async () => {
    await machine.stop();
    const left = (await readdir(MACHINES)).filter((name) => name.includes(`-${process.pid}-`));
    expect(left).toEqual([]);
  });
});
