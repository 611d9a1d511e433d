import { expect, test } from 'vitest';

import { house } from '../house.test.helper.ts';
import { aStatus } from '../samples.test.helper.ts';

test('it shows the house at a glance', async () => {
  await using gateway = await house();
  expect(await gateway.hearth('status')).toEqual({
    code: 0,
    out: [
      `hearth 1.2.3 at ${gateway.url}, up for 2h; its zone is Europe/London.`,
      '',
      'runs      2 running, 1 ready, 4 scheduled, 0 dead',
      'calls     1 running, 3 waiting',
      'classes   gpu: 1 of 1 taken',
      'probes    model: up for 2h',
      'runners   pi: last seen 3 s ago; serves gpu, light; 2 running',
      'machines  gpu-box: up, 1 of 1 slots taken; qwen3-30b loaded',
      '',
    ].join('\n'),
    err: '',
  });
});

test('what a person should do something about comes first', async () => {
  const { runs, runners } = aStatus();
  const silent = runners.map((runner) => ({ ...runner, silent: true }));
  await using sick = await house({
    'GET /status': aStatus({ clock_trusted: false, runs: { ...runs, dead: 2 }, runners: [] }),
  });
  const { out } = await sick.hearth('status');
  const [, clock, runner, dead] = out.split('\n');
  expect(clock).toContain('clock is not synchronised');
  expect(runner).toContain('No runner');
  expect(dead).toMatch(/hearth dead$/);
  await using quiet = await house({ 'GET /status': aStatus({ runners: silent }) });
  expect((await quiet.hearth('status')).out).toContain('pi: silent, last seen 3 s ago');
});

test('a probe that nobody looks at is told as that', async () => {
  const probes = [{ name: 'nas', state: 'unknown' as const, since: null, detail: null }];
  await using gateway = await house({ 'GET /status': aStatus({ probes }) });
  const { out } = await gateway.hearth('status');
  expect(out).toMatch(/^probes +nas: not looked at: nothing waits for it$/m);
});

test('calls that were cancelled and may be at work still are told apart', async () => {
  const [machine] = aStatus().machines;
  if (machine === undefined) throw new Error('the sample has no machine');
  const machines = [{ ...machine, running: 0, draining: 1, proven_idle: false }];
  const calls = { waiting: 3, running: 0, draining: 1 };
  await using gateway = await house({ 'GET /status': aStatus({ calls, machines }) });
  const { out } = await gateway.hearth('status');
  expect(out).toContain('calls     0 running, 3 waiting, 1 draining\n');
  expect(out).toContain('gpu-box: up, 0 of 1 slots taken, 1 draining, not proven idle; qwen3');
});

test('with --json it prints what the gateway answered', async () => {
  await using gateway = await house();
  expect(JSON.parse((await gateway.hearth('status', '--json')).out)).toEqual(aStatus());
});
