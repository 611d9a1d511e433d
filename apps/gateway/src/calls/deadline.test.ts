import { seconds, tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { chatOf, startGateway, recorded } from './gateway.test.helper.ts';

/** Believed to be fast, so that the cap does not end the answer before its time does. */
const FAST = '    models: { tiny: { tokens_per_second: 400 } }';
const SLOW = { tokensPerSecond: 60, answer: tokens(Infinity) };
const SOON = { 'x-hearth-timeout': '1.5' };

describe('at its deadline an answer ends, with what there is, marked as cut', () => {
  test('in one piece', async () => {
    const { post, machine, queue, settled } = await startGateway({ machine: SLOW, box: FAST });
    const response = await post('/v1/chat/completions', chatOf('hello'), SOON);
    expect(response.status).toBe(200);
    const answer = (await response.json()) as {
      choices: { finish_reason: string; message: { content: string } }[];
      hearth: unknown;
    };
    expect(answer.choices[0]?.finish_reason).toBe('length');
    expect(answer.choices[0]?.message.content).toMatch(/^lorem ipsum/);
    expect(answer.hearth).toMatchObject({ cut: 'deadline' });
    await settled();
    expect(machine.calls[0]?.state).toBe('aborted');
    const [record] = await recorded(queue, 1);
    expect(record).toMatchObject({ end: 'deadline' });
    expect(record?.ran).toBeGreaterThan(1.4);
  });

  test('as a stream of chat', async () => {
    const { post } = await startGateway({ machine: SLOW, box: FAST });
    const body = chatOf('hello', { stream: true });
    const text = await (await post('/v1/chat/completions', body, SOON)).text();
    expect(text).toContain('"finish_reason":"length"');
    expect(text).not.toContain('"finish_reason":"stop"');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('as a stream of messages', async () => {
    const { post } = await startGateway({ machine: SLOW, box: FAST });
    const text = await (
      await post('/v1/messages', chatOf('hello', { stream: true, max_tokens: 4000 }), SOON)
    ).text();
    expect(text).toContain('"stop_reason":"max_tokens"');
    expect(text).toContain('message_stop');
  });

  test('as a response', async () => {
    const { post } = await startGateway({ machine: SLOW, box: FAST });
    const response = await post('/v1/responses', { model: 'tiny', input: 'hello' }, SOON);
    expect(await response.json()).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
  });

  test('as a stream of Ollama', async () => {
    const { post } = await startGateway({ machine: { ...SLOW, kind: 'ollama' }, box: FAST });
    const text = await (await post('/api/chat', chatOf('hello'), SOON)).text();
    const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as object;
    expect(last).toMatchObject({ done: true, done_reason: 'length' });
  });
});

test('with no token yet there is nothing to give: 504, and inside a stream that has begun an error', async () => {
  const { post, machine } = await startGateway({ box: FAST });
  machine.failNext({ kind: 'silent', afterTokens: tokens(0) });
  const response = await post('/v1/chat/completions', chatOf('hello'), SOON);
  expect(response.status).toBe(504);
  expect(response.headers.get('x-hearth-reason')).toBe('deadline');
  expect(await response.json()).toMatchObject({ error: { code: 'deadline' } });

  machine.failNext({ kind: 'silent', afterTokens: tokens(0) });
  const stream = await post('/v1/chat/completions', chatOf('hello', { stream: true }), SOON);
  expect(stream.status).toBe(200);
  const text = await stream.text();
  expect(text).toContain('"code":"deadline"');
  expect(text).not.toContain('finish_reason":"');
});

test('reasoning alone is an answer that was cut before its first word, and is marked as that', async () => {
  const { post } = await startGateway({
    machine: { ...SLOW, thinking: tokens(100_000) },
    box: FAST,
  });
  const answer = (await (
    await post('/v1/chat/completions', chatOf('hello'), SOON)
  ).json()) as object;
  expect(answer).toMatchObject({
    choices: [{ finish_reason: 'length' }],
    hearth: { cut: 'deadline', reasoning_only: true },
  });
});

test('the timeout of an OpenAI client bounds its call, and leaves it the time to hear the answer', async () => {
  const { post } = await startGateway({ machine: SLOW, box: FAST });
  const before = performance.now();
  const headers = { 'x-stainless-timeout': '2' };
  const response = await post('/v1/chat/completions', chatOf('hello'), headers);
  expect(response.status).toBe(200);
  expect(performance.now() - before).toBeLessThan(2000);
});

test('on a stream that timeout only makes it begin sooner', async () => {
  const { post, machine } = await startGateway({
    machine: { tokensPerSecond: 100, answer: tokens(150) },
  });
  machine.failNext({ kind: 'slow-headers', delay: seconds(0.8) });
  const body = chatOf('hello', { stream: true });
  const before = performance.now();
  const response = await post('/v1/chat/completions', body, { 'x-stainless-timeout': '1' });
  expect(performance.now() - before).toBeLessThan(750);
  const text = await response.text();
  expect(text.startsWith(': ')).toBe(true);
  expect(text).toContain('"finish_reason":"stop"');
  // The headers were out before the call had its cap, or not: either way the caller is told.
  expect(text.includes(': machine box, cap') || response.headers.has('x-hearth-cap')).toBe(true);
});

test('a call whose time is over while it waits is refused, and never sent', async () => {
  const { post, machine } = await startGateway({ machine: SLOW, box: FAST });
  const stop = new AbortController();
  const first = post('/v1/chat/completions', chatOf('first', { stream: true }), {}, stop.signal);
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  const refused = await post('/v1/chat/completions', chatOf('second'), SOON);
  expect(refused.status).toBe(504);
  expect(refused.headers.get('x-hearth-reason')).toBe('deadline');
  stop.abort();
  await first.then((response) => response.text()).catch(() => null);
  expect(machine.calls).toHaveLength(1);
});
