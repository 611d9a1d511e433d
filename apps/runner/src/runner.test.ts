import { existsSync } from 'node:fs';

import { expect, test, vi } from 'vitest';

import { isAlive, Lab } from './lab.test.helper.ts';
import { hasRecord } from './records.ts';

// Real processes take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

test.each(['stale_epoch', 'not_found'] as const)(
  'an attempt whose start is refused as %s is stopped, told to nobody and put away',
  async (code) => {
    await using lab = await Lab.open();
    await lab.runner();
    const run = lab.gateway.give({ command: ['sleep', '600'] });
    lab.gateway.refuse(run.attempt_id, code);
    await lab.line(/run 12 \(nightly-digest\) was no longer ours: what ran of it here is gone/);
    const letGo = lab.gateway.claimed(
      ({ running, free }) => running.length === 0 && free['light'] === 2,
    );
    expect(isAlive(lab.where(run).pid)).toBe(false);
    await letGo;
    expect(hasRecord(lab.folder(run), 'reported')).toBe(true);
    expect(lab.gateway.reports).toEqual([]);
  },
);

test.each(['stale_epoch', 'not_found'] as const)(
  'an end that the gateway refuses as %s is not told again',
  async (code) => {
    await using lab = await Lab.open();
    const gate = await lab.gate();
    await lab.runner();
    const run = lab.gateway.give({ command: ['cat', gate] });
    await lab.gateway.started(run);
    lab.gateway.refuse(run.attempt_id, code);
    const letGo = lab.gateway.claimed(({ running }) => running.length === 0);
    await lab.release(gate);
    await letGo;
    expect(hasRecord(lab.folder(run), 'reported')).toBe(true);
  },
);

test('a run goes on while the gateway is away, and its end is told when it is back', async () => {
  await using lab = await Lab.open();
  const gate = await lab.gate();
  await lab.runner();
  const run = lab.gateway.give({ command: ['cat', gate] });
  await lab.gateway.started(run);
  const noticed = lab.line(/cannot ask for work, and will go on trying: no hearth gateway answers/);
  await lab.gateway.away();
  await noticed;
  const over = lab.line(/run 12 \(nightly-digest\) ended: exited with code 0/);
  await lab.release(gate);
  await over;
  const again = lab.line(/the gateway answers again/);
  await lab.gateway.back();
  expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'exited', code: 0 });
  const next = lab.gateway.give({ command: ['true'], run_id: 13 });
  await again;
  expect(await lab.gateway.ended(next)).toMatchObject({ outcome: 'exited', code: 0 });
});

test('an answer that is lost costs nothing: the same claim gets the same attempt', async () => {
  await using lab = await Lab.open();
  lab.gateway.loseNextAnswer = true;
  await lab.runner();
  const run = lab.gateway.give({ command: ['echo', 'once'] });
  await lab.gateway.ended(run);
  expect(lab.output(run)).toBe('once\n');
  const [first, second] = lab.gateway.claims;
  expect(second?.claim_id).toBe(first?.claim_id);
});

test('a claim says which places are free and what is held, and is made anew when that changes', async () => {
  await using lab = await Lab.open();
  const gate = await lab.gate();
  await lab.runner({
    classes: new Map([
      ['light', { concurrency: 1, memory: 2 ** 28 }],
      ['gpu', { concurrency: 3, memory: 2 ** 31 }],
    ]),
  });
  const first = lab.gateway.give({ command: ['cat', gate], run_id: 1 });
  const second = lab.gateway.give({ command: ['true'], run_id: 2 });
  await lab.gateway.started(first);
  expect(lab.gateway.claims.at(-1)).toMatchObject({
    free: { light: 0, gpu: 3 },
    running: [{ attempt_id: first.attempt_id, epoch: 1, stopping: false }],
  });
  await lab.release(gate);
  await lab.gateway.ended(second);
  expect(lab.gateway.reports.slice(0, 2)).toEqual([
    `started ${first.attempt_id}`,
    `ended ${first.attempt_id}`,
  ]);
});

test('a new attempt of a run starts only when the old one is gone', async () => {
  await using lab = await Lab.open();
  await lab.runner();
  const old = lab.gateway.give({
    command: ['sh', '-c', 'trap "" TERM; echo up; while :; do sleep 600; done'],
    grace_seconds: 0.3,
  });
  await lab.gateway.started(old);
  await lab.written(old, /up/);
  const { pid } = lab.where(old);
  const fresh = lab.gateway.give({
    command: ['sh', '-c', `kill -0 ${pid} && echo both`],
    epoch: 2,
  });
  expect(await lab.gateway.ended(fresh)).toMatchObject({ outcome: 'exited', code: 1 });
  expect(lab.output(fresh)).not.toContain('both');
  expect(isAlive(pid)).toBe(false);
});

test('a second runner with the same data folder is refused', async () => {
  await using lab = await Lab.open();
  const first = await lab.runner();
  await expect(lab.runner()).rejects.toThrow(/another runner already uses .*runner: stop it, or/);
  await first.leave();
  await lab.runner();
});

test('an address that is none, and a data folder that cannot be used, are refused in words', async () => {
  await using lab = await Lab.open();
  await expect(lab.runner({ url: 'pi' })).rejects.toThrow('"pi" is not the address of a gateway');
  await expect(lab.runner({ data: '/dev/null' })).rejects.toThrow(
    /the data folder cannot be used: ENOTDIR/,
  );
});

test('a runner that is shut down stops its jobs and tells of it', async () => {
  await using lab = await Lab.open();
  const runner = await lab.runner();
  const run = lab.gateway.give({ command: ['sleep', '600'] });
  await lab.gateway.started(run);
  await runner.shutDown();
  expect(await lab.gateway.ended(run)).toMatchObject({ outcome: 'shutdown', signal: 'SIGTERM' });
  expect(isAlive(lab.where(run).pid)).toBe(false);
});

test('only as many old attempts are kept as is said', async () => {
  await using lab = await Lab.open();
  await lab.runner({ keep: { count: 1, bytes: 2 ** 20, days: 1, every: 1 } });
  const first = lab.gateway.give({ command: ['echo', '1'], run_id: 1 });
  await lab.gateway.ended(first);
  const second = lab.gateway.give({ command: ['echo', '2'], run_id: 2 });
  await lab.gateway.ended(second);
  const third = lab.gateway.give({ command: ['echo', '3'], run_id: 3 });
  await lab.gateway.ended(third);
  expect(existsSync(lab.folder(first))).toBe(false);
  expect(lab.output(third)).toBe('3\n');
});
