import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { chatOf, startGateway, type TestGateway, recorded } from './gateway.test.helper.ts';

const ENDLESS = { tokensPerSecond: 200, answer: tokens(Infinity) };

/** Posts a call whose answer nobody waits for, and gives back what hangs it up. */
function call({ post }: TestGateway, stream: boolean, content = 'go on'): () => void {
  const hangUp = new AbortController();
  post('/v1/chat/completions', chatOf(content, { stream }), {}, hangUp.signal)
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
    expect(gateway.door.counts()).toEqual({ waiting: 0, running: 1 });
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
