import { createHash } from 'node:crypto';

import { createClient, type HearthClient } from '@hearth/client';
import { openQueue, type AdmittedCall } from '@hearth/queue';
import { startMachine, temporaryFolder } from '@hearth/test-kit';
import { instant, name, runId, seconds, tokens, type Priority } from '@hearth/words';
import { expect, test } from 'vitest';

import { CLASSES, startGateway } from '../gateway.test.helper.ts';

const MODELS = ['qwen', 'tiny'].map((model) => ({ name: model }));
const KEY = `sha256:${createHash('sha256').update('my-key').digest('hex')}`;
const DAY = 86_400;

/** A call that was cut, so many days ago. */
interface Cut {
  readonly consumer: string;
  readonly cap: number;
  readonly reason?: AdmittedCall['capReason'];
  readonly days?: number;
  readonly model?: string;
  readonly priority?: Priority;
  readonly run?: number;
  readonly subCaller?: string;
}

/** A data folder whose queue has the record of these calls. */
async function folderWith(cuts: readonly Cut[]): Promise<AsyncDisposable & { path: string }> {
  const folder = await temporaryFolder();
  const now = instant(Date.now());
  const opened = openQueue({ folder: folder.path, now, durability: 'normal' });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { queue } = opened;
  queue.enqueue({ job: name('digest'), priority: 'batch', now });
  for (const { consumer, cap, reason = 'caller', days = 0, ...about } of cuts) {
    const at = instant(now - days * DAY * 1000);
    const model = about.model ?? 'qwen';
    const id = queue.openCall({
      consumer: name(consumer),
      subCaller: about.subCaller ?? null,
      runId: about.run === undefined ? null : runId(about.run),
      budget: null,
      priority: about.priority ?? 'interactive',
      api: 'openai-chat',
      model,
      arrivedAt: at,
    });
    const waited = seconds(0);
    const slot = {
      id,
      machine: name<AdmittedCall['machine']>('box'),
      model,
      admittedAt: at,
      waited,
    };
    queue.admitCall({ ...slot, cap: tokens(cap), capReason: reason });
    queue.endCall({
      id,
      endedAt: at,
      end: 'length',
      waited,
      ran: seconds(9),
      promptTokens: tokens(48),
      answerTokens: tokens(cap),
      tokensPerSecond: 14,
      charge: null,
    });
  }
  queue.close();
  return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() };
}

/** A gateway that has this record and a machine with two models, which it has looked at. */
async function gatewayWith(
  cuts: readonly Cut[],
  consumers = '',
): Promise<AsyncDisposable & { client: HearthClient }> {
  await using parts = new AsyncDisposableStack();
  const data = parts.use(await folderWith(cuts));
  const machine = parts.use(await startMachine({ kind: 'ollama', models: MODELS }));
  const house = `${CLASSES}
machines:
  box:
    url: ${machine.url}
    models:
      qwen: { context: 32768 }
      tiny: { context: 2048 }
jobs:
  digest: { class: light, command: [/bin/true], timeout: 1m }
${consumers}`;
  const gateway = parts.use(await startGateway(house, data.path));
  const client = createClient({ url: gateway.url, key: 'my-key' });
  // Asking for them has the machines looked at.
  await client.machines();
  await gateway.logged('is up, runs ollama');
  const all = parts.move();
  return { client, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

test('it says who was cut how often at which cap, and what hearth would have given', async () => {
  await using gateway = await gatewayWith([
    ...Array.from({ length: 29 }, () => ({ consumer: 'chat', cap: 1024 })),
    { consumer: 'chat', cap: 1660, reason: 'time' },
    { consumer: 'chat', cap: 1400, reason: 'time' },
    { consumer: 'chat', subCaller: 'titles', cap: 16, model: 'tiny', priority: 'batch' },
    { consumer: 'run 1', run: 1, cap: 256 },
    { consumer: 'chat', cap: 1024, days: 8 },
  ]);
  const { calls } = gateway.client;
  const { since_at, truncated } = await calls.truncated();
  expect(Date.now() - Date.parse(since_at)).toBeLessThan((7 * DAY + 60) * 1000);
  // Two minutes less a second at 14 tokens a second; the room beside a prompt of 48.
  const [byTime, byContext] = [119 * 14, 2048 - 48];
  expect(truncated).toHaveLength(4);
  expect(truncated[0]).toMatchObject({ consumer: 'chat', model: 'qwen', end: 'length', calls: 29 });
  expect(truncated[0]).toMatchObject({ cap_least: 1024, cap_most: 1024, cap_reason: 'caller' });
  expect(truncated[0]?.cap_by_hearth).toBe(byTime);
  expect(truncated[1]).toMatchObject({ calls: 2, cap_least: 1400, cap_most: 1660 });
  expect(truncated[1]).toMatchObject({ cap_reason: 'time', cap_by_hearth: null });
  expect(truncated.slice(2)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ consumer: 'chat/titles', cap_by_hearth: byContext }),
      expect.objectContaining({ consumer: 'job digest', cap_least: 256, cap_by_hearth: byTime }),
    ]),
  );
  expect((await calls.truncated(9 * DAY)).truncated[0]?.calls).toBe(30);
});

test("the time of a consumer's own entry counts; of a model that no machine has nothing is said", async () => {
  const call: Cut = { consumer: 'render', cap: 512, priority: 'user' };
  await using gateway = await gatewayWith(
    [call, call, { ...call, model: 'gone' }],
    `consumers: { render: { key: "${KEY}", timeout: 201s, can: [call, operate] } }`,
  );
  expect((await gateway.client.calls.truncated()).truncated).toMatchObject([
    { calls: 2, cap_by_hearth: 200 * 14 },
    { calls: 1, cap_by_hearth: null },
  ]);
});

test('the number is what the caller really gets once it sets none', async () => {
  await using parts = new AsyncDisposableStack();
  const machine = parts.use(
    await startMachine({
      models: [{ name: 'qwen', context: tokens(200_000) }],
      tokensPerSecond: 10_000,
      prefillTokensPerSecond: 4000,
      answer: tokens(Infinity),
    }),
  );
  const house = `${CLASSES}
machines: { box: { url: "${machine.url}" } }
consumers: { scripts: { key: "${KEY}", timeout: 2s, can: [call, operate] } }
`;
  const gateway = parts.use(await startGateway(house));
  const ask = async (body: object): Promise<Response> => {
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer my-key' },
      body: JSON.stringify({
        messages: [{ role: 'user', content: 'word '.repeat(400) }],
        ...body,
      }),
    });
    await answer.text();
    return answer;
  };
  for (let call = 0; call < 29; call += 1) await ask({ max_tokens: 1024 });
  const client = createClient({ url: gateway.url, key: 'my-key' });
  const { truncated } = await client.calls.truncated();
  expect(truncated).toMatchObject([
    { consumer: 'scripts', calls: 29, cap_least: 1024, cap_most: 1024, cap_reason: 'caller' },
  ]);
  const free = await ask({});
  expect(free.headers.get('x-hearth-cap-reason')).toBe('time');
  const given = Number(free.headers.get('x-hearth-cap'));
  const told = truncated[0]?.cap_by_hearth ?? 0;
  // A second to write, of which reading the prompt takes an eighth.
  expect(given).toBeGreaterThan(5000);
  expect(Math.abs(told - given)).toBeLessThan(0.05 * given);
}, 60_000);

test.each(['0', 'a week', '-1', '99999999'])('since_seconds=%s is refused', async (since) => {
  await using gateway = await startGateway(CLASSES);
  const response = await fetch(
    `${gateway.url}/hearth/v1/calls/truncated?since_seconds=${encodeURIComponent(since)}`,
  );
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('it goes from 1 to');
});
