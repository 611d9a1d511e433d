import { canBoot } from '@hearth/testbed';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { APPS } from './app.ts';
import { bootTarget, type Target } from './target.test.helper.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 });

const why = await canBoot();

/** One job that says how the machine looks from inside, one of root, and one that goes on until it is told to end. */
const HOUSE = `
timezone: Europe/London
classes:
  light: { concurrency: 2, memory: 128M, cpu: 100% }
jobs:
  look: { class: light, timeout: 1m, command: [/bin/sh, /srv/look] }
  mend: { class: light, timeout: 1m, command: [/bin/sh, /srv/mend], user: root }
  long: { class: light, timeout: 10m, command: [/bin/sh, /srv/long] }
`;
const LOOK = `whose -u; grep -E 'NoNewPrivs|Seccomp:' /proc/self/status
cat /proc/self/oom_score_adj; echo here >/tmp/from-the-job`;
const MEND = 'grep CapBnd /proc/self/status; mount -t tmpfs tmpfs /mnt';
const LONG = 'echo begun; read word </run/hearth-test/go; echo "$word"';

// In this order: each goes on with the machine as the one before has left it.
describe.skipIf(why !== null)(`an app${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let target: Target;
  let shell: Target['shell'];

  beforeAll(async () => {
    target = await bootTarget();
    ({ shell } = target);
  });
  afterAll(() => target?.[Symbol.asyncDispose]());

  test('says what the machine lacks before it changes anything', async () => {
    await shell('mkdir /root/away && mv /usr/lib/*/libatomic.so.1* /root/away');
    expect(await shell(target.installer('gateway'), 1)).toBe(
      'hearth gateway: Node needs a library that is not here: apt-get install libatomic1\n',
    );
    expect(await shell('ls /opt; getent passwd hearth || echo nobody')).toBe('nobody\n');
    await shell('mv /root/away/* /usr/lib/$(uname -m)-linux-gnu');
  });

  test('is up when its installation ends, each by itself', async () => {
    for (const app of APPS) {
      const said = await shell(target.installer(app));
      expect(said).toContain(`hearth ${app}: ${target.build(app)} is in place\n`);
    }
    const units = 'hearth-gateway hearth-runner';
    expect(await shell(`systemctl is-active ${units}`)).toBe('active\nactive\n');
    expect(await shell(`systemctl is-enabled ${units}`)).toBe('enabled\nenabled\n');
    expect(await shell('systemctl is-system-running')).toBe('running\n');
    expect(await shell('hearth status')).toContain('testbed: last seen');
    expect(await shell('ls /opt/hearth/node')).toBe(`${process.version.slice(1)}\n`);
  });

  test('owns no more than it must', async () => {
    const files =
      '/var/lib/hearth /var/lib/hearth/hearth.db /etc/hearth /opt/hearth/gateway/current/';
    expect(await shell(`stat -c "%A %U:%G" ${files}`)).toBe(
      'drwxrwx--t root:hearth\n-rw------- hearth:hearth\ndrwxr-x--- root:hearth\ndrwxr-xr-x root:root\n',
    );
    // As systemd 252 counts exposure. A higher figure is a right more, and has to be meant.
    const score = /exposure level for hearth-\w+\.service: ([\d.]+)/;
    const gateway = await shell('systemd-analyze security --no-pager hearth-gateway');
    expect(Number(score.exec(gateway)?.[1])).toBeLessThanOrEqual(1.3);
    const runner = await shell('systemd-analyze security --no-pager hearth-runner');
    expect(Number(score.exec(runner)?.[1])).toBeLessThanOrEqual(9.8);
  });

  test('lays nothing of its own hardening upon a job, and shows what the job wrote', async () => {
    const { machine, outputOf } = target;
    await shell('cp /usr/bin/id /usr/local/bin/whose && chmod u+s /usr/local/bin/whose');
    for (const [name, text] of Object.entries({ look: LOOK, mend: MEND, long: LONG })) {
      await machine.writeFile(`/srv/${name}`, text);
    }
    await machine.writeFile('/etc/hearth/house.yaml', HOUSE);
    await shell(`set -e; hearth check; hearth slices install
      systemctl restart hearth-gateway hearth-runner`);
    expect(await shell('hearth doctor')).toContain('\n0 faults, ');
    // A program of root stays one, nothing is filtered, and the kernel may take a job when memory is short.
    expect(await outputOf('look')).toBe('0\nNoNewPrivs:\t0\nSeccomp:\t0\n0\n');
    expect(await shell('cat /tmp/from-the-job')).toBe('here\n');
    // A job of root may do what root may, and what it mounts all see.
    expect(await outputOf('mend')).toBe(await shell('grep CapBnd /proc/self/status'));
    expect(await shell('findmnt -no FSTYPE /mnt; umount /mnt')).toBe('tmpfs\n');
  });

  test('is upgraded while a run goes on, and keeps the drop-ins of the operator', async () => {
    const { machine } = target;
    await machine.writeUnit(
      'hearth-gateway.service.d/mine.conf',
      '[Service]\nEnvironment=MINE=1\n',
    );
    await shell('mkdir /run/hearth-test && mkfifo -m 666 /run/hearth-test/go');
    await shell('hearth run long');
    await machine.untilLogged('hearth-gateway.service', '(long) has started');
    const scopes = "systemctl list-units --state=running --plain --no-legend 'hearth-long-*.scope'";
    const scope = await shell(scopes);
    for (const app of APPS) {
      expect(await shell(await target.variant(app, '9.0.0'))).toBe(
        `hearth ${app}: 9.0.0 is in place (before: ${target.build(app)})\n`,
      );
      expect(await shell(`readlink /opt/hearth/${app}/current`)).toBe('9.0.0\n');
    }
    await machine.untilLogged('hearth-runner.service', '(long), attempt');
    expect(await shell(scopes)).toBe(scope);
    expect(scope).toContain('hearth-long-');
    expect(await shell('systemctl show -P Environment hearth-gateway')).toMatch(/\bMINE=1$/m);
  });

  test('goes back to the version before when the new one does not start', async () => {
    const broken = `echo 'throw new Error("I am broken");' >app/bin/hearth-gateway.js`;
    const said = await shell(await target.variant('gateway', '9.0.1', broken), 1);
    expect(said).toContain('Error: I am broken');
    expect(said.trimEnd().split('\n').at(-1)).toBe(
      'hearth gateway: 9.0.1 DOES NOT START (above: its last words): 9.0.0 is put back and runs',
    );
    expect(await shell('hearth status')).toContain('1 running');
    const before = target.build('gateway');
    expect(await shell('ls /opt/hearth/gateway')).toBe(`${before}\n9.0.0\ncurrent\nprevious\n`);
  });

  test('keeps the version before, and no older one', async () => {
    await shell(await target.variant('gateway', '9.1.0'));
    const look = 'cd /opt/hearth/gateway; ls; readlink current previous';
    expect(await shell(look)).toBe('9.0.0\n9.1.0\ncurrent\nprevious\n9.1.0\n9.0.0\n');
  });

  test('ends the run that went on through all of it as if nothing had been', async () => {
    await shell('echo done >/run/hearth-test/go');
    await target.machine.untilLogged('hearth-gateway.service', '(long) succeeded');
    const runs = JSON.parse(await shell('hearth runs --json')) as {
      readonly runs: readonly { readonly id: number; readonly job: string }[];
    };
    const run = runs.runs.find(({ job }) => job === 'long');
    expect(run).toMatchObject({ state: 'succeeded', failures: 0, interruptions: 0 });
    expect(await shell(`hearth logs ${run?.id}`)).toBe('begun\ndone\n');
  });

  test('that is stopped stays stopped at an upgrade', async () => {
    await shell('systemctl stop hearth-runner');
    const said = await shell(await target.variant('runner', '9.1.0'));
    expect(said).toContain('hearth-runner.service is stopped, and stays so');
    expect(await shell('systemctl is-active hearth-runner', 3)).toBe('inactive\n');
    await shell('systemctl start hearth-runner');
  });

  test('is started again when it hangs, and left alone when it does not', async () => {
    const { machine } = target;
    const hang = async (app: string): Promise<void> => {
      const unit = `hearth-${app}.service`;
      const soon = '[Service]\nWatchdogSec=3\nRestartSec=100ms\n';
      await machine.writeUnit(`${unit}.d/soon.conf`, soon);
      await shell(
        `systemctl restart ${unit}; systemctl kill --kill-whom=main --signal=STOP ${unit}`,
      );
      await machine.untilLogged(unit, 'Watchdog timeout');
      await machine.untilLogged(unit, 'Scheduled restart job');
      // Waits for the start that systemd has under way.
      await shell(`systemctl start ${unit}`);
      expect(await shell(`systemctl show -P NRestarts ${unit}`)).toBe('1\n');
      // Longer than the watchdog's patience.
      await shell(`systemd-run --quiet --on-active=5s --unit=later-${app} true`);
      await machine.untilLogged(`later-${app}.service`, 'Deactivated');
      expect(await shell(`systemctl show -P NRestarts ${unit}`)).toBe('1\n');
    };
    await Promise.all(['gateway', 'runner'].map(hang));
  });

  test('is taken away without a trace but what is the house’s', async () => {
    expect(await shell('/opt/hearth/gateway/current/remove')).toBe(`hearth gateway: it is gone
hearth gateway: kept: /etc/hearth
hearth gateway: kept: /var/lib/hearth
hearth gateway: kept: /var/lib/hearth-job
hearth gateway: kept: /etc/systemd/system/hearth-gateway.service.d
hearth gateway: kept: the users hearth and hearth-job, who own what is there
`);
    await shell(`${target.installer('runner')} --remove`);
    await shell('/opt/hearth/cli/current/remove');
    const left = 'find /opt /usr/local/lib/systemd/system /usr/local/bin -mindepth 1';
    expect(await shell(left)).toBe('/usr/local/bin/whose\n');
    expect(await shell("systemctl list-units --all --plain --no-legend 'hearth-*.service'")).toBe(
      '',
    );
    expect(await shell('test -s /var/lib/hearth/hearth.db; ls /etc/hearth')).toBe('house.yaml\n');
    expect(await shell('systemctl is-system-running')).toBe('running\n');
  });
});
