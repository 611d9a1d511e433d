import { canBoot } from '@hearth/testbed';
import type { Assignment } from '@hearth/wire';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { HEARTH, ScopeLab } from './scope-lab.test.helper.ts';

vi.setConfig({ testTimeout: 25_000, hookTimeout: 180_000 });

const why = await canBoot();
const aloud = why === null ? '' : ` (SKIPPED: ${why})`;
const CHECK = `${HEARTH} slices check --manifest /etc/hearth`;
const INSTALL = `${HEARTH} slices install --manifest /etc/hearth`;

describe.skipIf(why !== null)(`the slices of a machine${aloud}`, () => {
  let lab: ScopeLab;
  const give = (script: string, parts: Partial<Assignment> = {}): Assignment =>
    lab.gateway.give({ user: 'digest', command: ['sh', '-c', script], ...parts });
  const limitOf = (unit: string): Promise<string> =>
    lab.shell(
      `cat /sys/fs/cgroup/memory/hearth.slice/${unit}/memory.limit_in_bytes 2>&- || ` +
        `cat /sys/fs/cgroup/hearth.slice/${unit}/memory.max`,
    );

  beforeAll(async () => {
    lab = await ScopeLab.open({ slices: false });
  });
  afterAll(() => lab?.[Symbol.asyncDispose]());

  test('that has none: no class is served, each claim says why, and nothing starts', async () => {
    const { free, refused } = lab.gateway.claims.at(-1) ?? {};
    expect(free).toEqual({});
    expect(refused).toMatchObject({
      light:
        'class light has no slice unit on this machine: hearth-light.slice is not installed; run "hearth slices install"',
    });
    await lab.machine.untilLogged(
      'hearth-runner.service',
      'NOT SERVED: class small has no slice unit on this machine: hearth-small.slice is not installed',
    );
    const checked = await lab.machine.run(['sh', '-c', CHECK]);
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain('class light has no slice unit on this machine');
  });

  test('are installed by one command, which says which limit each class has', async () => {
    const said = await lab.shell(INSTALL);
    expect(said).toContain('wrote /etc/systemd/system/hearth-small.slice\n');
    expect(said).toContain('class light: 1152 MiB for all its runs, by hearth-light.slice\n');
    expect(await lab.shell(CHECK)).toContain('class small: 72 MiB for all its runs');
    // Of the runner only a start, or its next look, tells.
    await lab.stop();
    await lab.start();
    expect(lab.gateway.claims.at(-1)).toMatchObject({
      free: { light: 4, small: 1 },
      refused: {},
    });
  });

  test('hold the runs to what they say, over the slice of all', async () => {
    const gate = await lab.gate();
    const run = give(`cat ${gate}`);
    await lab.gateway.started(run);
    expect(await limitOf('hearth-light.slice')).toBe(`${1152 * 2 ** 20}\n`);
    const house = Number(await limitOf(''));
    expect(house).toBeGreaterThan(2 ** 28);
    expect(house).toBeLessThan(2 ** 60);
    await lab.release(gate);
    await lab.gateway.ended(run);
  });

  test('are not set below what is in use without being forced', async () => {
    const gate = await lab.gate();
    const run = give(`exec perl -e 'my $x = "x" x 5e7; open my $in, "<", shift; <$in>' ${gate}`, {
      memory_bytes: 2 ** 27,
    });
    await lab.gateway.started(run);
    const used = '/sys/fs/cgroup/memory/hearth.slice/hearth-light.slice/memory.usage_in_bytes';
    await lab.until(
      `test "$(cat ${used} 2>&- || cat /sys/fs/cgroup/hearth.slice/hearth-light.slice/memory.current)" -gt 50000000`,
    );
    const smaller =
      'sed -i "s/concurrency: 4, memory: 256M/concurrency: 1, memory: 16M/" /etc/hearth/house.yaml';
    await lab.shell(smaller);
    const refused = await lab.machine.run(['sh', '-c', INSTALL]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /hearth-light\.slice uses \d+ MiB now and would get a limit of 18 MiB: the kernel would kill runs/,
    );
    expect(await limitOf('hearth-light.slice')).toBe(`${1152 * 2 ** 20}\n`);
    await lab.release(gate);
    expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code: 0 });
  });

  test('whose file is taken away under a run: the next one is not started, and the claims say why', async () => {
    const gate = await lab.gate();
    const going = give(`cat ${gate}`);
    await lab.gateway.started(going);
    await lab.shell('rm /etc/systemd/system/hearth-light.slice; systemctl daemon-reload');
    expect(await limitOf('hearth-light.slice')).toMatch(/^(max|9223372036854771712)$/m);
    const refusing = lab.gateway.claimed(({ refused }) => 'light' in refused);
    const next = give('true', { run_id: 13 });
    expect(await lab.gateway.ended(next)).toMatchObject({
      outcome: 'not_started',
      evidence: expect.stringContaining('hearth-light.slice is not installed'),
    });
    const { free, running } = await refusing;
    expect(free).not.toHaveProperty('light');
    expect(running).toContainEqual(expect.objectContaining({ attempt_id: going.attempt_id }));
    await lab.release(gate);
    expect(await lab.gateway.ended(going)).toMatchObject({ outcome: 'exited', code: 0 });
  });
});
