import { startMachine, type Machine, type MachineOptions } from '@hearth/test-kit';
import { seconds, tokens } from '@hearth/words';
import { expect, onTestFinished, test } from 'vitest';

import { chatOf, recorded, startGateway } from './gateway.test.helper.ts';

const CHAT = '/v1/chat/completions';

async function machineOf(options: MachineOptions): Promise<Machine> {
  const machine = await startMachine(options);
  onTestFinished(() => machine.close());
  return machine;
}

/** Starts a stream and gives back what hangs it up, once its first token is there. */
async function occupy(
  post: Awaited<ReturnType<typeof startGateway>>['post'],
  machine: Machine,
  body: object,
): Promise<() => void> {
  const stop = new AbortController();
  const before = machine.calls.length;
  post(CHAT, { ...body, stream: true }, {}, stop.signal)
    .then((response) => response.text())
    .catch(() => null);
  await machine.until(({ calls }) => (calls[before]?.tokens ?? 0) >= 1);
  return () => stop.abort();
}

test('a call goes to the machine whose slot frees first, which nobody knows when it comes', async () => {
  const slow = { tokensPerSecond: 200, answer: tokens(Infinity) };
  const [a, b] = [await machineOf(slow), await machineOf(slow)];
  const gateway = await startGateway({
    running: a,
    yaml: `  second:\n    url: ${b.url}`,
  });
  const { post, door } = gateway;
  await gateway.logged('machine second');
  const free = await occupy(post, a, chatOf('first'));
  const freeSecond = await occupy(post, b, chatOf('second'));
  const waiting = post(CHAT, chatOf('third', { max_tokens: 2 }));
  await a.until(() => door.counts().waiting === 1);
  freeSecond();
  expect((await waiting).headers.get('x-hearth-machine')).toBe('second');
  free();
  await gateway.settled();
});

test('a model is swapped only when nothing is on the machine, and those of the loaded one go first', async () => {
  const gateway = await startGateway({
    machine: {
      kind: 'ollama',
      tokensPerSecond: 300,
      models: [{ name: 'a' }, { name: 'b', loadTime: seconds(0.2) }],
    },
  });
  const { post, machine, door } = gateway;
  const first = post(CHAT, { ...chatOf('1'), model: 'a' });
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  const waiting: Promise<Response>[] = [];
  for (const model of ['b', 'a', 'b', 'a']) {
    waiting.push(post(CHAT, { ...chatOf(model), model }));
    await machine.until(() => door.counts().waiting === waiting.length);
  }
  await Promise.all([first, ...waiting]);
  const models = machine.calls.map(({ body }) => (body as { model: string }).model);
  expect(models).toEqual(['a', 'a', 'a', 'b', 'b']);
  expect(machine.mostAtOnce).toBe(1);
});

test('the window of a model is known as soon as it was loaded', async () => {
  const gateway = await startGateway({
    machine: {
      kind: 'ollama',
      models: [{ name: 'a' }, { name: 'b', context: tokens(700), loadTime: seconds(0.05) }],
    },
  });
  const { post, door } = gateway;
  await (await post(CHAT, { ...chatOf('hello'), model: 'b' })).text();
  await gateway.logged('b (loaded)');
  expect(door.machines()[0]?.models.find(({ name }) => name === 'b')).toMatchObject({
    loaded: true,
    context: 700,
  });
});

test('a row of failures leads to one trial, and not to a flood that fails', async () => {
  const gateway = await startGateway();
  const { post, machine } = gateway;
  for (let fault = 0; fault < 3; fault += 1) {
    machine.failNext({ kind: 'die', afterTokens: tokens(1) });
    expect((await post(CHAT, chatOf('hello'))).status).toBe(502);
  }
  const refused = await post(CHAT, chatOf('hello'), { 'x-hearth-max-wait': '0.1' });
  expect(refused.status).toBe(429);
  expect(machine.calls).toHaveLength(3);
});

test('a machine is seen as down, and as up again, and what it serves is a sight', async () => {
  const gateway = await startGateway();
  const { machine, door, post } = gateway;
  await (await post(CHAT, chatOf('hello'))).text();
  const box = door.machines()[0]?.name as never;
  expect(door.sight(box)).toEqual({ up: true, detail: null });
  await machine.goAway();
  const waiting = post(CHAT, chatOf('hello'));
  await gateway.logged('is down: connection refused');
  expect(door.sight(box)).toEqual({ up: false, detail: 'connection refused' });
  await machine.comeBack();
  await (await waiting).text();
  expect(door.sight(box).up).toBe(true);
  expect((await recorded(gateway.queue, 1))[0]).toMatchObject({ end: 'stop' });
});

test('what a refused caller is told to wait follows from how far the running call has come', async () => {
  const gateway = await startGateway({
    machine: { tokensPerSecond: 50, answer: tokens(Infinity) },
    box: '    models: { tiny: { tokens_per_second: 50 } }',
  });
  const { post, machine } = gateway;
  const free = await occupy(post, machine, chatOf('first', { max_tokens: 500 }));
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 110);
  const refused = await post(CHAT, chatOf('second'), { 'x-hearth-max-wait': '0' });
  // 390 tokens are left at 50 a second; a tenth more, as half of the jitter.
  const after = Number(refused.headers.get('retry-after'));
  expect(after).toBeGreaterThanOrEqual(7);
  expect(after).toBeLessThanOrEqual(10);
  free();
  await gateway.settled();
}, 10_000);
