import { canBoot } from '@hearth/testbed';
import type { Assignment } from '@hearth/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { unitName } from './place-scope.ts';
import { RUNNER, ScopeLab } from './scope-lab.test.helper.ts';

// A machine is booted, and the first one of a computer is made.
vi.setConfig({ testTimeout: 25_000, hookTimeout: 180_000 });

const why = await canBoot();
const aloud = why === null ? '' : ` (SKIPPED: ${why})`;

describe.skipIf(why !== null)(`the runner under a real systemd${aloud}`, () => {
  let lab: ScopeLab;
  let runs = 0;
  const give = (script: string, parts: Partial<Assignment> = {}): Assignment => {
    runs += 1;
    const command = ['sh', '-c', script];
    return lab.gateway.give({ user: 'digest', run_id: runs, command, ...parts });
  };

  beforeAll(async () => {
    lab = await ScopeLab.open();
  });
  afterAll(() => lab?.[Symbol.asyncDispose]());

  // Every test ends when the end of its jobs has been told: then none of their processes lives, and no unit stays.
  afterEach(async () => {
    await lab.noProcess();
    await lab.untilBare();
  });

  test('a job that succeeds is told with its code, its duration and the size of its output', async () => {
    const run = give('echo done; echo it >&2');
    expect(await lab.gateway.started(run)).toEqual({ epoch: 1, place: unitName(run) });
    expect(await lab.gateway.ended(run)).toMatchObject({
      outcome: 'exited',
      code: 0,
      signal: null,
      output_bytes: 8,
      duration_seconds: expect.any(Number),
    });
    expect(await lab.output(run)).toBe('done\nit\n');
  });

  test('a job that fails is told with its code, and one that is killed with its signal', async () => {
    const failing = give('echo no; exit 7');
    const crashing = give('kill -SEGV $$');
    const killed = give('kill -KILL $$');
    expect(await lab.gateway.ended(failing)).toMatchObject({
      outcome: 'exited',
      code: 7,
      last_output: 'no\n',
    });
    expect(await lab.gateway.ended(crashing)).toMatchObject({
      outcome: 'signalled',
      code: null,
      signal: 'SIGSEGV',
    });
    expect(await lab.gateway.ended(killed)).toMatchObject({
      outcome: 'signalled',
      signal: 'SIGKILL',
    });
  });

  test('a job runs in a scope of its own under the slice of its class, with the limits of its class', async () => {
    const gate = await lab.gate();
    const run = give(`grep ^0:: /proc/self/cgroup; cat ${gate}`, { memory_bytes: 2 ** 27 });
    const { place } = await lab.gateway.started(run);
    const cgroup = `/hearth.slice/hearth-light.slice/${place}`;
    const properties =
      'Slice,ControlGroup,MemoryMax,MemorySwapMax,OOMPolicy,CPUQuotaPerSecUSec,TasksMax,RuntimeMaxUSec,Description';
    const shown = await lab.shell(`systemctl show --property=${properties} ${place}`);
    expect(shown.trim().split('\n').toSorted()).toEqual([
      'CPUQuotaPerSecUSec=500ms',
      `ControlGroup=${cgroup}`,
      `Description=hearth run ${run.run_id} of nightly-digest`,
      `MemoryMax=${2 ** 27}`,
      'MemorySwapMax=0',
      'OOMPolicy=continue',
      'RuntimeMaxUSec=11min 5s',
      'Slice=hearth-light.slice',
      'TasksMax=512',
    ]);
    const one = `/sys/fs/cgroup/memory${cgroup}/memory.limit_in_bytes`;
    expect(await lab.shell(`cat ${one} 2>&- || cat /sys/fs/cgroup${cgroup}/memory.max`)).toBe(
      `${2 ** 27}\n`,
    );
    expect((await lab.where(run)).cgroup).toBe(cgroup);
    await lab.release(gate);
    await lab.gateway.ended(run);
    expect(await lab.output(run)).toBe(`0::${cgroup}\ngo\n`);
  });

  test('a job begins, has its limits and ends while systemd reads its units anew, over and over', async () => {
    const limit = `own=$(sed -n 's/^0:://p' /proc/self/cgroup)
      cat /sys/fs/cgroup/memory$own/memory.limit_in_bytes 2>&- || cat /sys/fs/cgroup$own/memory.max
      exit 7`;
    await lab.shell('touch /run/storm');
    const storm = lab.shell('while [ -e /run/storm ]; do systemctl daemon-reload; done');
    for (let nth = 0; nth < 4; nth += 1) {
      const run = give(limit, { memory_bytes: 2 ** 27 });
      expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code: 7 });
      expect(await lab.output(run)).toBe(`${2 ** 27}\n`);
    }
    await lab.shell('rm /run/storm');
    await storm;
  });

  test('a job is ordinary: its signals are not ignored, and the kernel may take it for memory', async () => {
    const run = give(
      'grep SigIgn /proc/self/status; cat /proc/self/oom_score_adj; yes | head -n 1',
    );
    await lab.gateway.ended(run);
    expect(await lab.output(run)).toBe('SigIgn:\t0000000000000000\n0\ny\n');
  });

  test('a timeout ends a job by SIGTERM, and by SIGKILL where that is ignored', async () => {
    const obeying = give('sleep 600 & wait', { timeout_seconds: 1 });
    const ignoring = give('trap "" TERM; while :; do sleep 600; done', {
      timeout_seconds: 1,
      grace_seconds: 1,
    });
    expect(await lab.gateway.ended(obeying)).toMatchObject({
      outcome: 'timeout',
      signal: 'SIGTERM',
    });
    expect(await lab.gateway.ended(ignoring)).toMatchObject({
      outcome: 'timeout',
      signal: 'SIGKILL',
      evidence: expect.stringContaining('was killed'),
    });
  });

  test('what a job leaves behind is gone when its end is told, though it made itself a daemon and ignores SIGTERM', async () => {
    const daemon = 'trap "" TERM; echo >up; while :; do sleep 600; done';
    const run = give(`mkfifo up; setsid sh -c '${daemon}' & read it <up`, { grace_seconds: 1 });
    expect(await lab.gateway.ended(run)).toMatchObject({
      outcome: 'exited',
      code: 0,
      evidence: expect.stringContaining('left behind'),
    });
    await lab.noProcess();
  });

  test('a job that a person stops is ended with all that it started', async () => {
    const run = give('setsid sleep 600 & sleep 600');
    await lab.gateway.started(run);
    lab.gateway.order({ attempt_id: run.attempt_id, reason: 'stopped_by_person' });
    expect(await lab.gateway.ended(run)).toMatchObject({
      outcome: 'stopped_by_person',
      signal: 'SIGTERM',
    });
  });

  test('without cgroup v2, where every job would look gone, a runner with scopes refuses to start', async () => {
    const blind = 'umount /sys/fs/cgroup/unified || umount /sys/fs/cgroup; exec "$@"';
    const words = ['unshare', '--mount', 'sh', '-c', blind, 'sh', ...RUNNER, '--data=/tmp/none'];
    const { code, stderr } = await lab.machine.run(words);
    expect(stderr).toMatch(/^hearth runner: there is no cgroup v2 on this machine, /m);
    expect(code).toBe(1);
  });

  test('a job is its user, with the groups and the home of that user, in a folder of its own', async () => {
    const run = give('id -un; id -Gn; echo $HOME $USER; pwd; touch mine; stat -c %U mine');
    await lab.gateway.ended(run);
    expect(await lab.output(run)).toBe(
      'digest\ndigest video\n/home/digest digest\n/var/lib/hearth/runner/jobs/nightly-digest\ndigest\n',
    );
  });

  test('a job has the groups of its user also where not all groups are in a file', async () => {
    const nsswitch = (await lab.machine.readFile('/etc/nsswitch.conf')).toString();
    await lab.machine.writeFile(
      '/etc/nsswitch.conf',
      nsswitch.replace(/^group:.*$/m, 'group: files db'),
    );
    const run = give('id -Gn');
    await lab.gateway.ended(run);
    expect(await lab.output(run)).toBe('digest video\n');
    await lab.machine.writeFile('/etc/nsswitch.conf', nsswitch);
  });

  test('a job whose user is in no other group has no group of the runner', async () => {
    const run = give('id -Gn', { user: 'nobody' });
    await lab.gateway.ended(run);
    expect(await lab.output(run)).toBe('nogroup\n');
  });

  test('a user that is not there is why a job does not start', async () => {
    const run = give('true', { user: 'nobody-here' });
    expect(await lab.gateway.ended(run)).toMatchObject({
      outcome: 'not_started',
      evidence: 'there is no user nobody-here on this machine',
    });
  });

  test('a job can neither write how it ended nor stop the one who does', async () => {
    const gate = await lab.gate();
    const run = give(`read folder <${gate}
      for file in exit started attempt; do echo '{}' >$folder/$file.json && echo wrote $file; done
      rm -rf $folder && echo removed; ls $folder && echo looked
      kill -KILL $PPID && echo killed
      exit 3`);
    await lab.gateway.started(run);
    await lab.shell(`echo ${lab.folder(run)} >${gate}`);
    expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code: 3 });
    expect(await lab.output(run)).not.toMatch(/^(wrote|removed|looked|killed)/m);
    expect(await lab.output(run)).toMatch(/Permission denied/);
    expect(await lab.exit(run)).toMatchObject({ code: 3, signal: null });
  });

  test('what is secret is in no line of the journal, no property of the unit and no argument, and reaches the job', async () => {
    const gate = await lab.gate();
    const run = give(`cat ${gate}; echo "[$TOKEN]"; true sk-argument`, {
      environment: { TOKEN: 'sk-environment' },
    });
    const { place } = await lab.gateway.started(run);
    expect(await lab.shell(`systemctl show --all ${place}; systemctl cat ${place}`)).not.toMatch(
      /sk-/,
    );
    expect(await lab.shell('cat /proc/[0-9]*/cmdline')).not.toContain('sk-environment');
    await lab.release(gate);
    await lab.gateway.ended(run);
    expect(await lab.output(run)).toBe('go\n[sk-environment]\n');
    const journal = await lab.machine.journal();
    expect(journal).toContain(`Started ${place}`);
    expect(journal).not.toMatch(/sk-/);
  });

  test('a job outlives a runner that is killed: the next one finds it, and its code and output are whole', async () => {
    const [first, second] = [await lab.gate(), await lab.gate()];
    const run = give(`echo one; cat ${first}; echo two; cat ${second}; echo three; exit 7`);
    const { place } = await lab.gateway.started(run);
    await lab.written(run, 'one');
    await lab.kill();
    await lab.release(first);
    await lab.written(run, 'two');
    expect(await lab.shell(`systemctl is-active ${place}`)).toBe('active\n');

    await lab.start();
    expect(lab.gateway.claims.at(-1)).toMatchObject({
      free: { light: 3 },
      running: [{ attempt_id: run.attempt_id, epoch: 1, stopping: false }],
    });
    await lab.release(second);
    expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code: 7 });
    expect(await lab.output(run)).toBe('one\ngo\ntwo\ngo\nthree\n');
  });

  test('an end that came while no runner was there is told by the next one, and what was left is stopped', async () => {
    const gate = await lab.gate();
    const run = give(`setsid sleep 600 & cat ${gate}; exit 9`);
    await lab.gateway.started(run);
    await lab.kill();
    await lab.release(gate);
    await lab.exit(run);
    await lab.start();
    expect(await lab.gateway.ended(run)).toMatchObject({
      outcome: 'exited',
      code: 9,
      evidence: expect.stringContaining('left behind'),
    });
  });

  test('a supervisor that is killed leaves nothing alive, and the run is lost', async () => {
    const run = give('setsid sleep 600 & sleep 600');
    await lab.gateway.started(run);
    await lab.shell(`kill -KILL ${(await lab.where(run)).supervisor_pid}`);
    expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'lost' });
  });

  test('a runner that is stopped leaves its jobs running, and the next one can still stop them', async () => {
    const run = give('sleep 600');
    const { place } = await lab.gateway.started(run);
    await lab.stop();
    expect(await lab.shell(`systemctl is-active ${place}`)).toBe('active\n');
    expect(await lab.shell('systemctl show --property=Result hearth-runner')).toBe(
      'Result=success\n',
    );
    await lab.start();
    lab.gateway.order({ attempt_id: run.attempt_id, reason: 'stopped_by_window' });
    expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'stopped_by_window' });
  });

  test('a job that ends because the machine is shut down was interrupted, and has not failed', async () => {
    // The machine is another one afterwards, so this comes last.
    const run = give('trap "echo asked; exit 5" TERM; echo up; sleep 600 & wait');
    await lab.gateway.started(run);
    await lab.written(run, 'up');
    await lab.reboot(run);
    expect(await lab.gateway.ended(run)).toMatchObject({
      outcome: 'shutdown',
      code: 5,
      evidence: 'the machine was shut down while it ran',
    });
    expect(await lab.output(run)).toBe('up\nasked\n');
  });
});
