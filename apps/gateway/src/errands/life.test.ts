import type { HearthClient } from '@hearth/client';
import type { Errand } from '@hearth/wire';
import { expect, test } from 'vitest';

import { claimAs, claimOne, CLASSES, end, startGateway } from '../gateway.test.helper.ts';

const JOBS = `
jobs:
  backup: { class: light, command: [/bin/true], timeout: 1m, needs: [ups] }
probes:
  ups: { command: [./bin/ups, --quiet], every: 1s, timeout: 500ms, down_after: 1 }
`;

const DYING = `
jobs:
  digest: { class: light, command: [/bin/false], timeout: 1m, retry: { attempts: 1 } }
notify: { command: [tell-me] }
`;

/** Claims until there is an errand. */
async function errandFor(client: HearthClient): Promise<Errand> {
  for (;;) {
    const { errands } = await claimAs(client);
    if (errands[0] !== undefined) return errands[0];
  }
}

function answer(client: HearthClient, { errand_id }: Errand, code: number, detail: string) {
  return client.runner.errand('pi', errand_id, { code, signal: null, detail });
}

/** Has a run of the dying job die. */
async function die(client: HearthClient): Promise<number> {
  const { run } = await client.runs.enqueue({ job: 'digest' });
  const attempt = await claimOne(client);
  await client.runner.ended('pi', attempt.attempt_id, end(attempt, { code: 1 }));
  return run.id;
}

test('a claim that is held open gets the errand of a command probe; its end parks the run and lets it go', async () => {
  await using gateway = await startGateway(`${CLASSES}${JOBS}`);
  const { client } = gateway;
  const held = errandFor(client);
  await gateway.logged('runner pi is here');
  const { run } = await client.runs.enqueue({ job: 'backup' });
  const look = await held;
  expect(look).toMatchObject({ input: '', timeout_seconds: 0.5 });
  expect(look.command).toEqual([expect.stringMatching(/^\/.*\/manifest\/bin\/ups$/), '--quiet']);
  const parked = gateway.logged('probe ups is down: exit code 3: on battery');
  await answer(client, look, 3, 'on battery');
  await parked;
  expect(await client.runs.show(run.id)).toMatchObject({ state: 'parked' });
  const { reasons } = await client.runs.why(run.id);
  expect(reasons[0]?.message).toMatch(/^probe ups has been down for .*: exit code 3: on battery$/);
  await answer(client, await errandFor(client), 0, 'on mains');
  expect((await claimOne(client)).run_id).toBe(run.id);
});

test('a notice command gets the notice as one line of JSON, and one that fails is said in the log', async () => {
  await using gateway = await startGateway(`${CLASSES}${DYING}`);
  const { client } = gateway;
  const run = await die(client);
  const notice = await errandFor(client);
  expect(notice).toMatchObject({ command: ['tell-me'], timeout_seconds: 30 });
  expect(notice.input).toMatch(/^\{[^\n]*\}\n$/);
  expect(JSON.parse(notice.input)).toEqual({
    key: `dead:${run}`,
    title: 'digest is dead',
    message: expect.stringContaining(`Run ${run} of digest is dead: exit code 1`),
  });
  await answer(client, notice, 2, 'no route to host');
  expect(await gateway.logged('could not be delivered')).toContain(
    'tell-me: exit code 2: no route to host; it is tried again',
  );
});

test('a notice whose command nobody has run is not lost from sight when the gateway ends', async () => {
  const gateway = await startGateway(`${CLASSES}${DYING}`);
  {
    await using ending = gateway;
    await die(ending.client);
  }
  expect(await gateway.logged('could not be delivered')).toContain('the gateway is ending');
});

test('the end of an errand that nobody waits for is refused, and so is one that is none', async () => {
  await using gateway = await startGateway(`${CLASSES}${JOBS}`);
  const report = { code: 0, signal: null, detail: null };
  await expect(gateway.client.runner.errand('pi', 'errand-1', report)).rejects.toMatchObject({
    code: 'not_found',
    message: 'nobody waits for this errand any more',
  });
  await expect(
    gateway.client.runner.errand('pi', 'errand-1', { ...report, detail: 'x'.repeat(501) }),
  ).rejects.toMatchObject({ code: 'bad_request' });
});
