import { seconds, tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { startMachine } from './start-machine.ts';
import { call, chatOf, getJson, post } from './talk.ts';

const CHAT = '/v1/chat/completions';
const STREAM = chatOf('hello', { stream: true });
const ENDLESS = { answer: tokens(Infinity), kind: 'ollama' } as const;

describe('what a machine has seen', () => {
  test('is each request with its headers and its body, probes apart from calls', async () => {
    await using machine = await startMachine();
    await getJson(machine, '/health');
    await post(machine, CHAT, chatOf('hello'), { 'x-mark': 'here' });
    expect(machine.seen).toMatchObject([
      { id: 1, method: 'GET', path: '/health', body: undefined, state: 'answered' },
      { id: 2, method: 'POST', path: CHAT, headers: { 'x-mark': 'here' }, state: 'finished' },
    ]);
    expect(machine.seen[1]?.body).toEqual(chatOf('hello'));
    expect(machine.calls).toEqual([machine.seen[1]]);
  });

  test('is what happened, in order', async () => {
    await using machine = await startMachine({ answer: tokens(2) });
    await post(machine, CHAT, STREAM);
    expect(machine.events.map(({ kind }) => kind)).toEqual([
      'asked',
      'generating',
      'first-token',
      'finished',
    ]);
  });

  test('is limited to the latest thousand requests', async () => {
    await using machine = await startMachine();
    for (let count = 0; count < 1001; count++) await getJson(machine, '/health');
    expect(machine.seen).toHaveLength(1000);
    expect(machine.seen[0]?.id).toBe(2);
  });
});

describe('until', () => {
  test('resolves at the very token that it waits for', async () => {
    const clock = new FakeClock();
    await using machine = await startMachine({ clock, tokensPerSecond: 1, answer: tokens(10) });
    call(machine, CHAT, STREAM);
    const third = machine.until(({ calls }) => calls[0]?.tokens === 3);
    await clock.whenSleeping();
    await clock.advance(seconds(3));
    await third;
    expect(machine.calls[0]).toMatchObject({ tokens: 3, state: 'generating' });
  });

  test('rejects when the machine is closed first, and when the predicate throws', async () => {
    const machine = await startMachine();
    const never = machine.until(() => false);
    await machine.close();
    await expect(never).rejects.toThrow('closed before');
    const broken = machine.until(() => {
      throw new Error('not like that');
    });
    await expect(broken).rejects.toThrow('not like that');
  });
});

describe('slots', () => {
  test('hold one generation each; the others wait inside and are counted', async () => {
    const clock = new FakeClock();
    await using machine = await startMachine({ clock, tokensPerSecond: 1, answer: tokens(1) });
    const answers = [1, 2, 3].map((id) => post(machine, CHAT, chatOf(`call ${id}`)));
    await machine.until(({ calls }) => calls.length === 3);
    expect(machine.calls.map(({ state }) => state)).toEqual(['generating', 'waiting', 'waiting']);
    expect(machine.running).toBe(3);
    await clock.advance(seconds(3));
    await Promise.all(answers);
    expect(machine.running).toBe(0);
    expect(machine.mostAtOnce).toBe(3);
    const done = machine.events.filter(({ kind }) => kind === 'finished');
    expect(done.map(({ at, request }) => [at, request.id])).toEqual([
      [1000, 1],
      [2000, 2],
      [3000, 3],
    ]);
  });

  test('of which there are two serve two at once', async () => {
    const clock = new FakeClock();
    await using machine = await startMachine({ clock, slots: 2, tokensPerSecond: 1 });
    call(machine, CHAT, STREAM);
    call(machine, CHAT, STREAM);
    await clock.whenSleeping(2);
    expect(machine.calls.map(({ state }) => state)).toEqual(['generating', 'generating']);
  });

  test('one call after another is never two at once', async () => {
    await using machine = await startMachine();
    for (let count = 0; count < 5; count++) await post(machine, CHAT, STREAM);
    expect(machine.mostAtOnce).toBe(1);
  });
});

describe('a peer that goes away', () => {
  test('is noticed at the next token, not before', async () => {
    const clock = new FakeClock();
    await using machine = await startMachine({ clock, tokensPerSecond: 1, answer: tokens(10) });
    const hangUp = call(machine, CHAT, STREAM);
    await clock.whenSleeping();
    await clock.advance(seconds(2.5));
    hangUp();
    await machine.until(({ calls }) => calls[0]?.peerGone === true);
    expect(machine.calls[0]?.state).toBe('generating');
    expect(await getJson(machine, '/slots')).toMatchObject([{ is_processing: true }]);
    await clock.advance(seconds(0.5));
    await machine.until(({ running }) => running === 0);
    expect(machine.calls[0]).toMatchObject({ state: 'aborted', tokens: 2 });
    expect(await getJson(machine, '/slots')).toMatchObject([{ is_processing: false }]);
  });

  test('is noticed when nobody asked for a stream as well', async () => {
    const clock = new FakeClock();
    await using machine = await startMachine({ clock, tokensPerSecond: 1, answer: tokens(10) });
    const hangUp = call(machine, CHAT, chatOf('hello'));
    await clock.whenSleeping();
    hangUp();
    await machine.until(({ calls }) => calls[0]?.peerGone === true);
    await clock.advance(seconds(1));
    expect(machine.calls[0]?.state).toBe('aborted');
  });

  test('stops an endless answer that has no pace', async () => {
    await using machine = await startMachine(ENDLESS);
    const response = await fetch(`${machine.url}${CHAT}`, {
      method: 'POST',
      body: JSON.stringify({ ...STREAM, max_tokens: 40_000 }),
    });
    await response.body?.cancel();
    await machine.until(({ running }) => running === 0);
    expect(machine.calls[0]?.state).toBe('aborted');
  });

  test('while the prompt is read is noticed at the end of its batch', async () => {
    const clock = new FakeClock();
    const models = [{ name: 'tiny', context: tokens(10_000) }];
    await using machine = await startMachine({ clock, prefillTokensPerSecond: 2048, models });
    const hangUp = call(machine, CHAT, chatOf('x'.repeat(4 * 4096)));
    await clock.whenSleeping();
    hangUp();
    await machine.until(({ calls }) => calls[0]?.peerGone === true);
    await clock.advance(seconds(0.9));
    expect(machine.running).toBe(1);
    await clock.advance(seconds(0.1));
    expect(machine.calls[0]?.state).toBe('aborted');
  });

  test('while the prompt is read is noticed by Ollama at the first token only', async () => {
    const clock = new FakeClock();
    const models = [{ name: 'tiny', context: tokens(10_000) }];
    const paces = { prefillTokensPerSecond: 2048, tokensPerSecond: 1 };
    await using machine = await startMachine({ kind: 'ollama', clock, models, ...paces });
    const hangUp = call(machine, CHAT, chatOf('x'.repeat(4 * 4096)));
    await clock.whenSleeping();
    hangUp();
    await machine.until(({ calls }) => calls[0]?.peerGone === true);
    await clock.advance(seconds(1.9));
    expect(machine.running).toBe(1);
    await clock.advance(seconds(0.2));
    expect(machine.calls[0]?.state).toBe('aborted');
  });

  test('is never noticed by a llama-server that was given an X-Conversation-Id', async () => {
    const clock = new FakeClock();
    await using machine = await startMachine({ clock, tokensPerSecond: 1, answer: tokens(3) });
    const hangUp = call(machine, CHAT, STREAM, { 'X-Conversation-Id': 'a' });
    await clock.whenSleeping();
    hangUp();
    await machine.until(({ calls }) => calls[0]?.peerGone === true);
    await clock.advance(seconds(3));
    expect(machine.calls[0]).toMatchObject({ state: 'finished', tokens: 3 });
  });
});

describe('models', () => {
  test('that are not loaded take their time to, and push out the one that is', async () => {
    const clock = new FakeClock();
    const models = [{ name: 'tiny' }, { name: 'other', loadTime: seconds(20) }];
    await using machine = await startMachine({ kind: 'lmstudio', clock, models });
    const answer = post(machine, CHAT, { ...chatOf('hello'), model: 'other' });
    await clock.whenSleeping();
    await clock.advance(seconds(20));
    expect((await answer).status).toBe(200);
    expect(await getJson(machine, '/api/v0/models')).toMatchObject({
      data: [
        { id: 'tiny', state: 'not-loaded' },
        { id: 'other', state: 'loaded' },
      ],
    });
  });

  test('of which there are none are an error in plain words', async () => {
    await expect(startMachine({ models: [] })).rejects.toThrow('at least one model');
  });
});

describe('a machine that goes away', () => {
  test('breaks its connections and refuses new ones until it is back on the same port', async () => {
    const clock = new FakeClock();
    await using machine = await startMachine({ clock, tokensPerSecond: 1 });
    const broken = post(machine, CHAT, STREAM).catch((error: unknown) => error);
    await clock.whenSleeping();
    await machine.goAway();
    expect(await broken).toBeInstanceOf(TypeError);
    expect(machine.calls[0]?.state).toBe('broken');
    expect(machine.running).toBe(0);
    expect(clock.sleeping).toBe(0);
    await expect(fetch(`${machine.url}/health`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
    await machine.comeBack();
    expect(await getJson(machine, '/health')).toEqual({ status: 'ok' });
    expect(await getJson(machine, '/slots')).toMatchObject([{ is_processing: false }]);
  });

  test('can be closed twice, with calls that wait for a slot', async () => {
    const clock = new FakeClock();
    const machine = await startMachine({ clock, tokensPerSecond: 1 });
    call(machine, CHAT, STREAM);
    call(machine, CHAT, STREAM);
    await machine.until(({ calls }) => calls.length === 2);
    await machine.close();
    await machine.close();
    expect(machine.running).toBe(0);
    expect(machine.calls.map(({ state }) => state)).toEqual(['broken', 'broken']);
  });
});

test('by the real clock 300 tokens at 1000 a second take 0.3 seconds', async () => {
  await using machine = await startMachine({ tokensPerSecond: 1000, answer: tokens(300) });
  await post(machine, CHAT, STREAM);
  const [started = 0, , ended = 0] = machine.events.slice(1).map(({ at }) => at);
  expect(ended - started).toBeGreaterThanOrEqual(299);
  expect(ended - started).toBeLessThan(1500);
});

test('an answer that throws is a 500 that says what it threw', async () => {
  await using machine = await startMachine({
    answer: () => {
      throw new Error('no idea');
    },
  });
  const { status, text } = await post(machine, CHAT, chatOf('hello'));
  expect(status).toBe(500);
  expect(text).toContain('no idea');
  expect(machine.running).toBe(0);
});

test('two machines of one port: the second start rejects', async () => {
  await using machine = await startMachine();
  await expect(startMachine({ port: machine.port })).rejects.toThrow('EADDRINUSE');
});
