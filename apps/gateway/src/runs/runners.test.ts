import type { ClaimRequest } from '@hearth/wire';
import { after, instant, name, seconds, type RunnerName } from '@hearth/words';
import { expect, test } from 'vitest';

import { claimAs, claimOne, CLASSES, startGateway } from '../gateway.test.helper.ts';
import { Runners, SILENT_AFTER } from './runners.ts';

const HOUSE = `${CLASSES}
jobs:
  digest: { class: light, command: [/bin/true], timeout: 1m, retry: { backoff: 1ms } }
`;

/** A claim of a runner that holds nothing. */
function claim(instance: string): ClaimRequest {
  return {
    claim_id: 'claim-one',
    sequence: 1,
    boot_id: 'boot-one',
    instance,
    free: {},
    refused: {},
    running: [],
  };
}

test('a second runner of a name is refused, and keeps out until the operator has forgotten the first', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client } = gateway;
  const { run } = await client.runs.enqueue({ job: 'digest' });
  const attempt = await claimOne(client);
  const other = claimAs(client, { instance: 'another-one', boot: 'boot-of-another' });
  await expect(other).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^another runner has the name pi: .* and holds runs$/),
    hint: expect.stringContaining('hearth runner forget pi'),
  });
  // What the first one holds was not taken back for it.
  expect(await client.runs.show(run.id)).toMatchObject({
    state: 'running',
    attempts: [{ id: attempt.attempt_id }],
  });
  await client.runner.forget('pi');
  const next = await claimOne(client, { instance: 'another-one', boot: 'boot-of-another' });
  expect(next.run_id).toBe(run.id);
});

test('a name is free again when nothing was heard of its runner and it holds nothing', () => {
  const runners = new Runners();
  const pi = name<RunnerName>('pi');
  const now = instant(0);
  runners.heard(pi, claim('the-first'), now);
  const later = after(now, seconds(SILENT_AFTER + 1));
  expect(runners.other(pi, claim('the-first'), { holds: true, now })).toBeNull();
  expect(runners.other(pi, claim('the-second'), { holds: false, now })).not.toBeNull();
  expect(runners.other(pi, claim('the-second'), { holds: true, now: later })).not.toBeNull();
  expect(runners.other(pi, claim('the-second'), { holds: false, now: later })).toBeNull();
});

test('why a class is not served is why its runs wait', async () => {
  await using gateway = await startGateway(HOUSE);
  const { client } = gateway;
  const { run } = await client.runs.enqueue({ job: 'digest' });
  const giveUp = new AbortController();
  const claiming = client.runner.claim(
    'pi',
    {
      claim_id: 'claim-none',
      sequence: 1,
      boot_id: 'boot-one-1',
      instance: 'the-runner',
      free: { gpu: 1 },
      refused: { light: 'hearth-light.slice is not installed' },
      running: [],
    },
    { signal: giveUp.signal },
  );
  claiming.catch(() => {});
  await expect
    .poll(async () => (await client.runs.why(run.id)).reasons.map(({ message }) => message))
    .toContain('no runner serves class light: hearth-light.slice is not installed');
  giveUp.abort();
});
