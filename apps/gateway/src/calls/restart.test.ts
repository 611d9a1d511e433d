import { temporaryFolder } from '@hearth/test-kit';
import { openQueue, type Queue } from '@hearth/queue';
import { instant, name, runId, seconds, tokens, type ConsumerName } from '@hearth/words';
import { describe, expect, onTestFinished, test } from 'vitest';

import { BOX, chatOf, hashed, startGateway, recorded } from './gateway.test.helper.ts';

const CHAT = '/v1/chat/completions';

/** A data folder as a gateway leaves it that was killed in the middle of a call. */
async function killedGateway(call: {
  readonly admittedAgo: number;
  readonly cap: number;
}): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const opened = openQueue({ folder: folder.path, now: instant(Date.now()), durability: 'normal' });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { queue } = opened;
  const at = instant(Date.now() - call.admittedAgo * 1000);
  lost(queue, at, call.cap);
  queue.close();
  return folder.path;
}

function lost(queue: Queue, at: ReturnType<typeof instant>, cap: number): void {
  const id = queue.openCall({
    consumer: name<ConsumerName>('run 7'),
    subCaller: null,
    runId: runId(7),
    budget: name('scripts'),
    priority: 'batch',
    api: 'openai-chat',
    model: 'tiny',
    arrivedAt: at,
  });
  queue.admitCall({
    id,
    machine: BOX,
    model: 'tiny',
    admittedAt: at,
    waited: seconds(0),
    cap: tokens(cap),
    capReason: 'time',
  });
}

const yaml = `
budgets:
  scripts: { gpu_time: 10m, per: day }
consumers:
  chat: { key: "${hashed('chat')}", priority: user }
`;
const KEY = { authorization: 'Bearer chat' };

describe('after a gateway that was killed in the middle of a call', () => {
  test('the call is in the record as lost, charged, and an excuse for its run', async () => {
    const folder = await killedGateway({ admittedAgo: 4, cap: 4000 });
    const since = instant(Date.now() - 10_000);
    const { queue, door } = await startGateway({ folder, yaml });
    expect((await recorded(queue, 1))[0]).toMatchObject({ end: 'lost' });
    const { left } = door.budgetLeft(name('scripts'), instant(Date.now()));
    expect(left).toBeLessThan(596.1);
    expect(left).toBeGreaterThan(594);
    expect(door.excuse(runId(7), since)).toBe('hearth cut its call at a restart');
    expect(door.excuse(runId(8), since)).toBeNull();
    expect(door.excuse(runId(7), instant(Date.now() + 10_000))).toBeNull();
  });

  test('nothing is admitted before a machine that can say so is idle', async () => {
    // What the killed gateway had sent is still being answered, and the machine does not notice that nobody listens.
    const first = await startGateway({ machine: { tokensPerSecond: 100, answer: tokens(120) } });
    const { machine } = first;
    machine.failNext({ kind: 'deaf' });
    const orphan = new AbortController();
    fetch(machine.url + CHAT, {
      method: 'POST',
      body: JSON.stringify(chatOf('orphan', { stream: true })),
      signal: orphan.signal,
    })
      .then((response) => response.text())
      .catch(() => null);
    await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
    orphan.abort();
    const folder = await killedGateway({ admittedAgo: 1, cap: 4000 });
    const { post } = await startGateway({ folder, yaml, running: machine });
    const response = await post(CHAT, chatOf('next', { max_tokens: 3 }), KEY);
    expect(response.status).toBe(200);
    expect(machine.mostAtOnce).toBe(1);
    expect(machine.calls[0]).toMatchObject({ state: 'finished' });
  });

  test('on a machine that cannot say so, nothing is admitted before its bound has passed', async () => {
    // 64 tokens are left at 40 a second, of which half a second has passed.
    const folder = await killedGateway({ admittedAgo: 0.5, cap: 64 });
    const opened = openQueue({ folder, now: instant(Date.now()), durability: 'normal' });
    if (!opened.ok) throw new Error(opened.problem.message);
    const samples = {
      decode: [{ rate: 40, whole: true }],
      prefill: [],
      load: [],
      bytesPerToken: [],
    };
    const rate = { machine: BOX, model: 'tiny', decode: 40, prefill: null, samples };
    opened.queue.saveRate({ ...rate, learntAt: instant(Date.now()) });
    opened.queue.close();
    const started = performance.now();
    const { post, door } = await startGateway({ folder, yaml, machine: { kind: 'ollama' } });
    await post(CHAT, chatOf('next'), KEY);
    expect(performance.now() - started).toBeGreaterThan(700);
    expect(door.machines()[0]).toMatchObject({ state: 'up', draining: 0 });
  });
});

describe('when it is told to stop', () => {
  test('the waiting are refused, the running go on to their end', async () => {
    const { post, machine, door } = await startGateway({
      machine: { tokensPerSecond: 100, answer: tokens(50) },
    });
    const running = post(CHAT, chatOf('first', { stream: true }));
    await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
    const waiting = post(CHAT, chatOf('second'));
    await machine.until(() => door.counts().waiting === 1);
    const closing = door.close(seconds(30));
    const refused = await waiting;
    expect(refused.status).toBe(503);
    expect(refused.headers.get('x-hearth-reason')).toBe('restarting');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
    const late = await post(CHAT, chatOf('third'));
    expect(late.headers.get('x-hearth-reason')).toBe('restarting');
    expect(await (await running).text()).toContain('"finish_reason":"stop"');
    await closing;
  });

  test('those that take longer than the grace get what there is, marked as cut', async () => {
    const { post, machine, door, queue } = await startGateway({
      machine: { tokensPerSecond: 100, answer: tokens(Infinity) },
    });
    const running = post(CHAT, chatOf('first'));
    await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 5);
    await door.close(seconds(0.1));
    const answer = (await (await running).json()) as object;
    expect(answer).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      hearth: { cut: 'restarting' },
    });
    expect((await recorded(queue, 1))[0]).toMatchObject({ end: 'restarting' });
  });
});
