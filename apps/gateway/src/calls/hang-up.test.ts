import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { chatOf, startGateway, type TestGateway, recorded } from './gateway.test.helper.ts';

const ENDLESS = { tokensPerSecond: 200, answer: tokens(Infinity) };

/** Posts a call whose answer nobody waits for, and gives back what hangs it up. */
function call(
  { post }: TestGateway,
  stream: boolean,
  content = 'go on',
  cap: number | null = null,
): () => void {
  const hangUp = new AbortController();
  const body = chatOf(content, { stream, max_tokens: cap });
  post('/v1/chat/completions', body, {}, hangUp.signal)
    .then((response) => response.text())
    .catch(() => null);
  return () => hangUp.abort();
}

describe.each([
  ['a stream', true],
  ['an answer in one piece', false],
])('hanging up on %s', (_what, stream) => {
  test('cancels it upstream while it runs, and keeps the slot until the machine is idle', async () => {
    const gateway = await startGateway({ machine: ENDLESS });
    const { machine, queue, settled } = gateway;
    const hangUp = call(gateway, stream);
    await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 3);
    hangUp();
    await machine.until(({ calls }) => calls[0]?.peerGone === true);
    expect(gateway.door.counts()).toEqual({ waiting: 0, running: 0, draining: 1 });
    await settled();
    expect(machine.calls[0]?.state).toBe('aborted');
    const [record] = await recorded(queue, 1);
    expect(record).toMatchObject({ end: 'hung-up', machine: 'box' });
    expect(record?.ran).toBeGreaterThan(0);
    expect(record?.answerTokens).toBeGreaterThanOrEqual(3);
  });

  test('takes it out of the queue at once while it waits, and nothing of it reaches the machine', async () => {
    const gateway = await startGateway({ machine: ENDLESS });
    const { machine, queue, door } = gateway;
    const hangUpFirst = call(gateway, true, 'the first');
    await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
    const hangUp = call(gateway, stream, 'the second');
    await machine.until(() => door.counts().waiting === 1);
    hangUp();
    await machine.until(() => door.counts().waiting === 0);
    const [record] = await recorded(queue, 1);
    expect(record).toMatchObject({ end: 'hung-up', machine: null, ran: null });
    hangUpFirst();
    await gateway.settled();
    expect(machine.calls).toHaveLength(1);
  });
});

test('a caller cannot ask the server to go on without it', async () => {
  const gateway = await startGateway({ machine: ENDLESS });
  const { machine, post, settled } = gateway;
  const hangUp = new AbortController();
  const headers = { 'x-conversation-id': 'mine' };
  const asked = post('/v1/chat/completions', chatOf('go on'), headers, hangUp.signal);
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 3);
  hangUp.abort();
  await asked.catch(() => null);
  await settled();
  expect(machine.calls[0]?.state).toBe('aborted');
});

test('while the prompt is read the machine does not hear of it, and is waited for', async () => {
  const gateway = await startGateway({
    machine: { prefillTokensPerSecond: 2000, answer: tokens(5) },
  });
  const { machine, post, door } = gateway;
  // A batch of 2048 tokens takes a second, and only then it looks whether anybody is still there.
  const hangUp = call(gateway, true, 'word '.repeat(1000), 9);
  await machine.until(({ calls }) => calls[0]?.state === 'generating');
  hangUp();
  await machine.until(({ calls }) => calls[0]?.peerGone === true);
  expect(door.counts()).toMatchObject({ draining: 1 });
  const next = await post('/v1/chat/completions', chatOf('next', { max_tokens: 3 }));
  expect(next.status).toBe(200);
  expect(machine.calls[0]?.state).toBe('aborted');
  expect(machine.mostAtOnce).toBe(1);
});

test('the next call is sent only when the machine has let go of the one that was hung up', async () => {
  const gateway = await startGateway({ machine: ENDLESS });
  const { machine, post } = gateway;
  const hangUp = call(gateway, true, 'the first');
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  const second = post('/v1/chat/completions', chatOf('the second', { max_tokens: 3 }));
  await machine.until(() => gateway.door.counts().waiting === 1);
  hangUp();
  expect((await second).status).toBe(200);
  expect(machine.mostAtOnce).toBe(1);
});

test('a machine that does not notice the hang-up is waited for', async () => {
  const gateway = await startGateway({ machine: { tokensPerSecond: 100, answer: tokens(60) } });
  const { machine, post } = gateway;
  machine.failNext({ kind: 'deaf' });
  const hangUp = call(gateway, true, 'the first');
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  const second = post('/v1/chat/completions', chatOf('the second', { max_tokens: 3 }));
  await machine.until(() => gateway.door.counts().waiting === 1);
  hangUp();
  await second;
  expect(machine.calls[0]).toMatchObject({ state: 'finished', tokens: 60 });
  expect(machine.mostAtOnce).toBe(1);
});

test('a machine that cannot say whether it is idle is shown as not proven so, until a call has ended there', async () => {
  const gateway = await startGateway({
    machine: { ...ENDLESS, kind: 'ollama' },
    box: '    models: { tiny: { tokens_per_second: 200 } }',
  });
  const { machine, post, door, settled } = gateway;
  const hangUp = call(gateway, true, 'go on', 60);
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 3);
  expect(door.machines()[0]).toMatchObject({ running: 1, draining: 0, proven_idle: true });
  hangUp();
  await machine.until(({ calls }) => calls[0]?.peerGone === true);
  expect(door.machines()[0]).toMatchObject({ running: 0, draining: 1, proven_idle: true });
  await settled();
  expect(door.machines()[0]).toMatchObject({ running: 0, draining: 0, proven_idle: false });
  const next = await post('/v1/chat/completions', chatOf('hello', { max_tokens: 3 }));
  await next.text();
  await settled();
  expect(door.machines()[0]).toMatchObject({ proven_idle: true });
});
