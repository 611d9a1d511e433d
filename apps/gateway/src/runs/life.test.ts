import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { claimAs, claimOne, CLASSES, end, held, startGateway } from '../gateway.test.helper.ts';

const HOUSE = `${CLASSES}
jobs:
  digest: { class: gpu, command: [/bin/true], timeout: 5m, environment: { LANG: C.UTF-8 } }
  other: { class: gpu, command: [./bin/other, --fast], timeout: 5m, retry: { attempts: 2, backoff: 1ms } }
  small: { class: light, priority: user, command: [/bin/true], timeout: 5m }
`;

test('a run is enqueued, claimed, started and ended, and its history makes a promise', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client } = gateway;
  const { run } = await client.runs.enqueue({ job: 'digest' });
  const attempt = await claimOne(client);
  expect(attempt).toMatchObject({
    run_id: run.id,
    job: 'digest',
    class: 'gpu',
    timeout_seconds: 300,
  });
  expect(attempt.environment).toMatchObject({
    LANG: 'C.UTF-8',
    HEARTH_URL: gateway.url,
    HEARTH_RUN_ID: String(run.id),
    OPENAI_BASE_URL: `${gateway.url}/v1`,
  });
  await client.runner.started('pi', attempt.attempt_id, { epoch: attempt.epoch, place: 'group 1' });
  await client.runner.ended('pi', attempt.attempt_id, end(attempt, { duration_seconds: 42 }));
  expect(await client.runs.show(run.id)).toMatchObject({
    state: 'succeeded',
    outcome: 'exited',
    attempts: [{ code: 0, duration_seconds: 42 }],
  });
  expect(await client.jobs.estimate('digest')).toMatchObject({
    promise_seconds: 42,
    because: `the only completed run, run ${run.id}`,
  });
});

test('a program with a relative path is found from the folder of the manifest', async () => {
  await using gateway = await startGateway(HOUSE);
  await gateway.client.runs.enqueue({ job: 'other' });
  const { command } = await claimOne(gateway.client);
  expect(command[0]).toMatch(/^\/.*\/manifest\/bin\/other$/);
  expect(command[1]).toBe('--fast');
});

test('a claim that is held open gets the run that is enqueued meanwhile', async () => {
  await using gateway = await startGateway(HOUSE);
  const claim = claimOne(gateway.client);
  await gateway.logged('runner pi is here');
  const { run } = await gateway.client.runs.enqueue({ job: 'digest' });
  expect((await claim).run_id).toBe(run.id);
});

test('a full class holds back its own jobs and no others', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client } = gateway;
  await client.runs.enqueue({ job: 'digest' });
  const first = await claimOne(client);
  const second = await client.runs.enqueue({ job: 'other' });
  const third = await client.runs.enqueue({ job: 'small' });
  const got = await claimOne(client, { running: [held(first)] });
  expect(got.run_id).toBe(third.run.id);
  const why = await client.runs.why(second.run.id);
  expect(why).toMatchObject({ verdict: 'waiting', reasons: [{ code: 'class_full' }] });
});

test('the same claim gets the same attempt again, so that a lost answer loses nothing', async () => {
  await using gateway = await startGateway(HOUSE);
  await gateway.client.runs.enqueue({ job: 'digest' });
  const first = await claimOne(gateway.client, { claim: 'claim-again' });
  const again = await claimOne(gateway.client, { claim: 'claim-again' });
  expect(again).toEqual(first);
});

test('an attempt that never reached its runner counts as nothing and is given again', async () => {
  await using gateway = await startGateway(HOUSE);
  const { run } = await gateway.client.runs.enqueue({ job: 'digest' });
  const first = await claimOne(gateway.client);
  const second = await claimOne(gateway.client);
  expect(second).toMatchObject({ run_id: run.id, epoch: first.epoch + 1 });
  expect(await gateway.client.runs.show(run.id)).toMatchObject({ failures: 0, interruptions: 0 });
});

test('a claim that arrives after a later one takes nothing back and is given nothing', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client } = gateway;
  const { run } = await client.runs.enqueue({ job: 'digest' });
  const attempt = await claimOne(client, { sequence: 1_000_002 });
  await client.runs.enqueue({ job: 'small' });
  // Sent before the attempt was given, and held up on its way.
  const late = await claimAs(client, { sequence: 1_000_001 });
  expect(late).toEqual({ attempt: null, stop: [], errands: [] });
  await client.runner.ended('pi', attempt.attempt_id, end(attempt));
  expect(await client.runs.show(run.id)).toMatchObject({ state: 'succeeded', attempts: [{}] });
});

test('a started attempt that its runner no longer holds is lost, and burns no retry', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client } = gateway;
  const { run } = await client.runs.enqueue({ job: 'other' });
  const first = await claimOne(client);
  await client.runner.started('pi', first.attempt_id, { epoch: first.epoch, place: 'group 1' });
  const second = await claimOne(client, { boot: 'boot-two-2' });
  expect(second.run_id).toBe(run.id);
  expect(await client.runs.show(run.id)).toMatchObject({
    failures: 0,
    interruptions: 1,
    attempts: [{ outcome: 'lost', evidence: 'the machine of runner pi was started anew' }, {}],
  });
});

test('a word about an attempt that is not the newest is refused', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client } = gateway;
  await client.runs.enqueue({ job: 'digest' });
  const first = await claimOne(client);
  await claimOne(client);
  await expect(client.runner.ended('pi', first.attempt_id, end(first))).rejects.toMatchObject({
    code: 'stale_epoch',
    status: 409,
  });
});

test('failed attempts are repeated until they are used up, then the run is dead with its last words', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client } = gateway;
  const { run } = await client.runs.enqueue({ job: 'other' });
  for (let attempt = 1; attempt <= 2; attempt++) {
    const one = await claimOne(client);
    await client.runner.ended(
      'pi',
      one.attempt_id,
      end(one, { code: 3, last_output: `words of attempt ${attempt}\n` }),
    );
  }
  expect(await client.runs.show(run.id)).toMatchObject({
    state: 'dead',
    failures: 2,
    note: 'exit code 3; 2 of 2 attempts',
    attempts: [{}, { last_output: 'words of attempt 2\n' }],
  });
  const repeat = await client.runs.retry(run.id);
  expect(repeat).toMatchObject({ job: 'other', state: 'ready', retry_of: run.id });
});

test('a running run that is cancelled is stopped by its runner, once it has heard', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client } = gateway;
  const { run } = await client.runs.enqueue({ job: 'digest' });
  const attempt = await claimOne(client);
  const hearing = claimAs(client, { running: [held(attempt)] });
  await client.runs.cancel(run.id);
  expect((await hearing).stop).toEqual([
    { attempt_id: attempt.attempt_id, reason: 'stopped_by_person' },
  ]);
  await client.runner.ended(
    'pi',
    attempt.attempt_id,
    end(attempt, { outcome: 'stopped_by_person', code: null, signal: 'SIGTERM' }),
  );
  expect(await client.runs.show(run.id)).toMatchObject({ state: 'cancelled' });
});

test('a run whose need is down is parked and burns nothing; when the need comes up it starts', async () => {
  const nas = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => nas.listen(0, '127.0.0.1', resolve));
  const { port } = nas.address() as { port: number };
  await new Promise((resolve) => nas.close(resolve));
  await using gateway = await startGateway(`${HOUSE}
  backup: { class: light, command: [/bin/true], timeout: 1m, needs: [nas] }
probes:
  nas: { tcp: "127.0.0.1:${port}", every: 1s, timeout: 500ms }
`);
  const { client } = gateway;
  const { run } = await client.runs.enqueue({ job: 'backup' });
  const claim = claimOne(client);
  await gateway.logged('probe nas is down: connection refused');
  expect(await client.runs.show(run.id)).toMatchObject({ state: 'parked' });
  const why = await client.runs.why(run.id);
  expect(why.reasons[0]?.message).toMatch(/^probe nas has been down for .*: connection refused$/);
  await new Promise<void>((resolve) => nas.listen(port, '127.0.0.1', resolve));
  expect((await claim).run_id).toBe(run.id);
  expect(await client.runs.show(run.id)).toMatchObject({ failures: 0, interruptions: 0 });
  await new Promise((resolve) => nas.close(resolve));
});

test('a failure while a need is down is an interruption', async () => {
  const nas = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => nas.listen(0, '127.0.0.1', resolve));
  const { port } = nas.address() as { port: number };
  await using gateway = await startGateway(`${HOUSE}
  backup: { class: light, command: [/bin/true], timeout: 1m, needs: [nas] }
probes:
  nas: { tcp: "127.0.0.1:${port}", timeout: 1s }
`);
  const { client } = gateway;
  const { run } = await client.runs.enqueue({ job: 'backup' });
  const attempt = await claimOne(client);
  await new Promise((resolve) => nas.close(resolve));
  await client.runner.ended('pi', attempt.attempt_id, end(attempt, { code: 1 }));
  expect(await client.runs.show(run.id)).toMatchObject({
    failures: 0,
    interruptions: 1,
    note: 'interrupted: exit code 1 while probe nas is down (connection refused)',
  });
});

test('a paused job starts nothing until it is resumed', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client } = gateway;
  await client.jobs.pause('digest');
  const { run } = await client.runs.enqueue({ job: 'digest' });
  const claim = claimOne(client);
  await gateway.logged('runner pi is here');
  expect((await client.runs.why(run.id)).reasons).toMatchObject([{ code: 'paused' }]);
  await client.jobs.resume('digest');
  expect((await claim).run_id).toBe(run.id);
});

test('a schedule makes a run of each instant by itself', async () => {
  await using gateway = await startGateway(`${HOUSE}
  often: { class: light, command: [/bin/true], timeout: 1m, schedule: { every: 1s } }
`);
  const { client } = gateway;
  const first = await claimOne(client);
  await client.runner.ended('pi', first.attempt_id, end(first));
  const second = await claimOne(client);
  const runs = await Promise.all([client.runs.show(first.run_id), client.runs.show(second.run_id)]);
  const [one, two] = runs.map((run) => Date.parse(run.run_at));
  expect((one ?? 0) % 1000).toBe(0);
  expect((two ?? 0) - (one ?? 0)).toBeGreaterThanOrEqual(1000);
});

test('after a restart an attempt that its runner still holds goes on, and its end is taken', async () => {
  await using folder = await startGateway(HOUSE);
  const { run } = await folder.client.runs.enqueue({ job: 'digest' });
  const attempt = await claimOne(folder.client);
  const { data } = folder;
  await folder.client.runner.started('pi', attempt.attempt_id, {
    epoch: attempt.epoch,
    place: 'g',
  });
  const backup = await (await fetch(`${folder.url}/hearth/v1/backup`, { method: 'POST' })).json();
  expect(backup).toMatchObject({ path: expect.stringContaining(join(data, 'backups')) });
  const { path } = backup as { path: string };
  const second = join(data, '..', 'second');
  await mkdir(second);
  const { readFile } = await import('node:fs/promises');
  await writeFile(join(second, 'hearth.db'), await readFile(path));
  await using again = await startGateway(HOUSE, second);
  const hearing = claimAs(again.client, { running: [held(attempt)] });
  await again.logged('runner pi is here');
  await again.client.runner.ended('pi', attempt.attempt_id, end(attempt));
  expect(await again.client.runs.show(run.id)).toMatchObject({ state: 'succeeded' });
  await again.client.runs.enqueue({ job: 'digest' });
  expect((await hearing).attempt).not.toBeNull();
});

test('the waiting run of a job that was removed is cancelled and says so', async () => {
  await using gateway = await startGateway(HOUSE);
  const { run } = await gateway.client.runs.enqueue({ job: 'digest' });
  const { path } = (await (
    await fetch(`${gateway.url}/hearth/v1/backup`, { method: 'POST' })
  ).json()) as { path: string };
  const { copyFile } = await import('node:fs/promises');
  const second = join(gateway.data, '..', 'second');
  await mkdir(second);
  await copyFile(path, join(second, 'hearth.db'));
  await using again = await startGateway(
    `${CLASSES}jobs:\n  kept: { class: light, command: [/bin/true], timeout: 1m }\n`,
    second,
  );
  expect(await again.client.runs.show(run.id)).toMatchObject({
    state: 'cancelled',
    note: 'its job was removed from the manifest',
  });
});
