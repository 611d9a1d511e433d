import { canBoot } from '@hearth/testbed';
import type { Assignment } from '@hearth/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { ScopeLab } from './scope-lab.test.helper.ts';
import { SUPERVISOR } from './start.ts';

vi.setConfig({ testTimeout: 25_000, hookTimeout: 180_000 });

const why = await canBoot();
const aloud = why === null ? '' : ` (SKIPPED: ${why})`;
const MIB = 2 ** 20;

describe.skipIf(why !== null)(`how runs end under a real systemd${aloud}`, () => {
  let lab: ScopeLab;
  let runs = 0;
  const give = (script: string, parts: Partial<Assignment> = {}): Assignment => {
    runs += 1;
    const command = ['sh', '-c', script];
    return lab.gateway.give({ user: 'digest', run_id: runs, command, ...parts });
  };

  /** Runs the supervisor in a scope that has other times than a runner would give it. */
  const inScope = async (
    id: string,
    properties: string,
    script: string,
  ): Promise<{ halt: unknown; exit: unknown }> => {
    const folder = `/run/${id}`;
    const record = (name: string): Promise<string> =>
      lab.shell(`cat ${folder}/${name}.json 2>&- || echo null`);
    await lab.shell(`mkdir -p ${folder}/home`);
    await lab.shell(
      `printf 'PATH=/usr/bin:/bin\\0\\0' | systemd-run --scope --quiet --collect --unit=hearth-${id}.scope ` +
        `${properties} perl ${SUPERVISOR} ${folder} home=${folder}/home -- sh -c '${script}' || true`,
    );
    return { halt: JSON.parse(await record('halt')), exit: JSON.parse(await record('exit')) };
  };

  beforeAll(async () => {
    lab = await ScopeLab.open();
  });
  afterAll(() => lab?.[Symbol.asyncDispose]());

  afterEach(async () => {
    await lab.noProcess();
    await lab.untilBare();
  });

  test('a job that outgrows its memory is killed, and its end is told', async () => {
    const run = give(`exec perl -e 'my $x = "x" x 2e8; print "ate"'`, { memory_bytes: 64 * MIB });
    expect(await lab.gateway.ended(run)).toMatchObject({
      outcome: 'oom',
      signal: 'SIGKILL',
      evidence: expect.stringMatching(
        /^killed by the kernel at 64 MiB|for memory; its limit is 64 MiB/,
      ),
    });
    expect(await lab.output(run)).toBe('');
  });

  test('a child that the kernel kills for memory makes its run one that failed for memory', async () => {
    const greedy = `perl -e 'my $x = "x" x 2e8; print "ate"'`;
    const failing = give(`${greedy} || exit 4`, { memory_bytes: 64 * MIB });
    expect(await lab.gateway.ended(failing)).toMatchObject({
      outcome: 'oom',
      code: 4,
      evidence: expect.stringMatching(/killed.*64 MiB/),
    });
    const coping = give(`${greedy}; echo went on`, { memory_bytes: 64 * MIB });
    expect(await lab.gateway.ended(coping)).toMatchObject({
      outcome: 'exited',
      code: 0,
      evidence: expect.stringMatching(/killed.*64 MiB/),
    });
    expect(await lab.output(coping)).toMatch(/went on\n$/);
  });

  test('a scope that somebody stops by systemd is told as that, and its class goes on', async () => {
    const run = give('sleep 600');
    const { place } = await lab.gateway.started(run);
    await lab.shell(`systemctl stop ${place}`);
    expect(await lab.gateway.ended(run)).toMatchObject({
      outcome: 'signalled',
      signal: 'SIGTERM',
      evidence:
        'ended by SIGTERM, which hearth did not send; systemd was told to stop its scope or its slice, by something that is not hearth',
    });
    expect(await lab.gateway.ended(give('true'))).toMatchObject({ outcome: 'exited', code: 0 });
  });

  test('the backstop of a scope ends it, and the supervisor writes down that it was that', async () => {
    const { halt, exit } = await inScope(
      'obeying-1',
      '-p RuntimeMaxSec=1 -p TimeoutStopSec=5',
      'sleep 600 & wait',
    );
    expect(halt).toMatchObject({ result: 'timeout', machine_stopping: false });
    expect(exit).toMatchObject({ signal: 15 });
  });

  test('that systemd meets the supervisor’s question with the signal as well does not lose the answer', async () => {
    const met = '/usr/local/sbin/systemctl';
    await lab.machine.writeFile(
      met,
      '#!/bin/sh\nkill -TERM $$\nexec /usr/bin/systemctl "$@"\n',
      0o755,
    );
    const options = '-p RuntimeMaxSec=1 -p TimeoutStopSec=5';
    const { halt } = await inScope('asking-1', options, 'sleep 600 & wait');
    await lab.shell(`rm ${met}`);
    expect(halt).toMatchObject({ result: 'timeout' });
  });

  test('the backstop kills what ignores it, the supervisor too, and that is known all the same', async () => {
    const { halt, exit } = await inScope(
      'ignoring-1',
      '-p RuntimeMaxSec=1 -p TimeoutStopSec=1',
      'trap "" TERM; while :; do sleep 600; done',
    );
    expect(halt).toMatchObject({ result: 'timeout' });
    expect(exit).toBeNull();
  });

  test('a fork bomb takes the processes of its own run alone', async () => {
    const gate = await lab.gate();
    const neighbour = give(`read go <${gate}; for i in 1 2 3 4 5; do /bin/true || exit 9; done`);
    // It sleeps once it can make no more, so that the test leaves the processor to others.
    const bomb = give(`exec perl -e '1 while defined fork; sleep 600'`, { grace_seconds: 0.5 });
    await lab.gateway.started(neighbour);
    const { place } = await lab.gateway.started(bomb);
    await lab.until(`test "$(systemctl show --property=TasksCurrent --value ${place})" -ge 512`);
    await lab.release(gate);
    expect(await lab.gateway.ended(neighbour)).toMatchObject({ outcome: 'exited', code: 0 });
    lab.gateway.order({ attempt_id: bomb.attempt_id, reason: 'stopped_by_person' });
    expect(await lab.gateway.ended(bomb)).toMatchObject({ outcome: 'stopped_by_person' });
  });

  test('a fork bomb that never pauses is ended all the same', async () => {
    const bomb = give(`exec perl -e '$SIG{TERM} = "IGNORE"; while (1) { fork }'`, {
      timeout_seconds: 1,
      grace_seconds: 0.5,
      cpu_percent: 200,
    });
    expect(await lab.gateway.ended(bomb)).toMatchObject({ outcome: 'timeout' });
  });

  test('a job has the mask, the priority, the folder and the names of its manifest and user', async () => {
    const run = give('umask; nice; pwd; echo $HOME $USER $LOGNAME $SHELL $PATH $LANG', {
      umask: '027',
      nice: 5,
      working_folder: '/usr/share',
    });
    await lab.gateway.ended(run);
    expect(await lab.output(run)).toBe(
      '0027\n5\n/usr/share\n/home/digest digest digest /bin/sh ' +
        '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin C.UTF-8\n',
    );
  });

  test("what a job prints is read by the runner's group, and by no job", async () => {
    const run = give('echo mine');
    await lab.gateway.ended(run);
    const folder = lab.folder(run);
    expect(await lab.shell(`stat -c '%a %G' ${folder} ${folder}/output`)).toBe(
      '750 hearth\n640 hearth\n',
    );
    const as = (user: string, group: string, script: string) => {
      const who = ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups'];
      return lab.machine.run([...who, 'sh', '-c', script]);
    };
    expect(await as('nobody', 'hearth', `cat ${folder}/output`)).toMatchObject({
      stdout: 'mine\n',
    });
    for (const [user, group] of [
      ['nobody', 'hearth'],
      ['digest', 'digest'],
    ] as const) {
      const written = await as(user, group, `echo x >${folder}/exit.json`);
      expect(written.stderr).toContain('Permission denied');
    }
    const other = await as('digest', 'digest', `cat ${folder}/output`);
    expect(other.stderr).toContain('Permission denied');
  });

  test('on a file system without holes the output stays whole, and that is recorded', async () => {
    await lab.shell('mkdir /run/ram; mount -t ramfs ramfs /run/ram; mkdir /run/ram/home');
    const words = `/run/ram home=/run/ram/home keep=65536 -- sh -c 'seq 50000; sleep 1.2; echo end'`;
    await lab.shell(
      `printf 'PATH=/usr/bin:/bin\\0\\0' | setsid --wait perl ${SUPERVISOR} ${words} >/run/ram/output`,
    );
    expect(await lab.shell('cat /run/ram/uncut.json; ls /run/ram; tail -n 2 /run/ram/output')).toBe(
      '{"reason":"Operation not supported"}\nexit.json\nhome\noutput\nstarted.json\nuncut.json\n50000\nend\n',
    );
    await lab.shell('umount /run/ram');
  });

  test('a gigabyte of output costs the disk 16 MiB and the runner nothing, and its end is kept', async () => {
    const rss = async (): Promise<number> => {
      const pid = (
        await lab.shell('systemctl show --property=MainPID --value hearth-runner')
      ).trim();
      return (
        Number(await lab.shell(`sed -n 's/^VmRSS: *\\([0-9]*\\) kB/\\1/p' /proc/${pid}/status`)) /
        1024
      );
    };
    const before = await rss();
    const run = give('yes it is much | head -c 1000000000; echo the end', { cpu_percent: 200 });
    const ended = await lab.gateway.ended(run);
    expect(ended).toMatchObject({ outcome: 'exited', code: 0, output_bytes: 1_000_000_008 });
    expect((await rss()) - before).toBeLessThan(12);
    const output = `${lab.folder(run)}/output`;
    expect(Number(await lab.shell(`stat -c %b ${output}`)) * 512).toBeLessThanOrEqual(17 * MIB);
    expect(await lab.shell(`head -c 30 ${output}; tail -c 8 ${output}`)).toBe(
      'it is much\nit is much\nit is muthe end\n',
    );
  });
});
