import { request } from 'node:http';

import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { chatOf, startGateway, recorded } from './gateway.test.helper.ts';

/** A stream without what differs between two answers. */
function alike(text: string): string {
  return text.replaceAll(/"(?:id|created)":[^,]+/g, '""').replaceAll(/,"timings":\{[^}]*\}/g, '');
}

describe('each API is answered in its own words', () => {
  test.each([
    ['/v1/chat/completions', chatOf('hello'), { object: 'chat.completion' }],
    ['/v1/completions', { model: 'tiny', prompt: 'hello' }, { object: 'text_completion' }],
    [
      '/v1/responses',
      { model: 'tiny', input: 'hello' },
      { object: 'response', status: 'completed' },
    ],
    [
      '/v1/messages',
      chatOf('hello', { max_tokens: 90 }),
      { type: 'message', stop_reason: 'end_turn' },
    ],
    ['/v1/embeddings', { model: 'tiny', input: 'hello' }, { object: 'list' }],
    ['/api/chat', chatOf('hello', { stream: false }), { done: true, done_reason: 'stop' }],
    ['/api/generate', { model: 'tiny', prompt: 'hello', stream: false }, { done: true }],
    ['/api/embed', { model: 'tiny', input: 'hello' }, { embeddings: [expect.any(Array)] }],
  ])('%s, in one piece', async (path, body, answer) => {
    const { post, queue, settled } = await startGateway({ machine: { kind: 'ollama' } });
    const response = await post(path, body);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/application\/json/);
    expect(await response.json()).toMatchObject(answer);
    await settled();
    expect((await recorded(queue, 1))[0]).toMatchObject({ end: 'stop' });
  });

  test.each([
    [
      '/v1/chat/completions',
      chatOf('hello', { stream: true }),
      'text/event-stream',
      'data: [DONE]',
    ],
    [
      '/v1/completions',
      { model: 'tiny', prompt: 'hello', stream: true },
      'text/event-stream',
      '[DONE]',
    ],
    [
      '/v1/responses',
      { model: 'tiny', input: 'hello', stream: true },
      'text/event-stream',
      'response.completed',
    ],
    [
      '/v1/messages',
      chatOf('hello', { stream: true, max_tokens: 90 }),
      'text/event-stream',
      'message_stop',
    ],
    ['/api/chat', chatOf('hello'), 'application/x-ndjson', '"done":true'],
    ['/api/generate', { model: 'tiny', prompt: 'hello' }, 'application/x-ndjson', '"done":true'],
  ])('%s, as a stream', async (path, body, type, end) => {
    const { post } = await startGateway({ machine: { kind: 'ollama' } });
    const response = await post(path, body);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('x-hearth-cap')).not.toBeNull();
    expect(await response.text()).toContain(end);
  });
});

test('a stream passes byte for byte, but for the usage that only hearth asked for', async () => {
  const { post, machine } = await startGateway({ machine: { tokensPerSecond: 1000 } });
  const body = { model: 'tiny', messages: [{ role: 'user', content: 'hello' }], stream: true };
  const through = await (await post('/v1/chat/completions', body)).text();
  const direct = await fetch(`${machine.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ ...body, max_tokens: 1000 }),
  });
  expect(alike(through)).toBe(alike(await direct.text()));
  expect(through).not.toContain('"usage"');

  const asked = { ...body, stream_options: { include_usage: true } };
  expect(await (await post('/v1/chat/completions', asked)).text()).toContain('"usage"');
});

test('a request that comes in pieces arrives whole, wherever it was cut', async () => {
  const { url, machine } = await startGateway();
  const text = 'Grüße, 世界 🏡!';
  const body = Buffer.from(JSON.stringify(chatOf(text)));
  await new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const asked = request(`${url}/v1/chat/completions`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', resolve);
    });
    asked.on('error', reject);
    for (const byte of body) asked.write(Buffer.of(byte));
    asked.end();
  });
  expect(machine.calls[0]?.body).toMatchObject({ messages: [{ content: text }] });
});

describe('the models of the house', () => {
  test('are listed, the loaded one first, with the names that the operator gave them', async () => {
    const { url } = await startGateway({
      machine: {
        kind: 'ollama',
        models: [
          { name: 'a', loaded: false },
          { name: 'b', loaded: true },
        ],
      },
      box: '    models: { b: { aliases: [gpt-4o-mini] } }',
    });
    const { data } = (await (await fetch(`${url}/v1/models`)).json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(['b', 'gpt-4o-mini', 'a']);
    const one = await fetch(`${url}/v1/models/b`);
    expect(await one.json()).toMatchObject({ id: 'b', hearth: { loaded: true, context: 4096 } });
  });

  test('can be called by an alias, and the machine hears the real name', async () => {
    const { post, machine, queue } = await startGateway({
      machine: { kind: 'ollama' },
      box: '    models: { tiny: { aliases: [gpt-4o-mini] } }',
    });
    await post('/v1/chat/completions', { ...chatOf('hello'), model: 'gpt-4o-mini' });
    expect(machine.calls[0]?.body).toMatchObject({ model: 'tiny' });
    expect((await recorded(queue, 1))[0]).toMatchObject({ model: 'tiny' });
  });

  test.each(['auto', undefined, ''])('by %s are whatever is loaded', async (model) => {
    const { post, machine } = await startGateway({
      machine: {
        kind: 'ollama',
        models: [
          { name: 'a', loaded: false },
          { name: 'b', loaded: true },
        ],
      },
    });
    const response = await post('/v1/chat/completions', { ...chatOf('hello'), model });
    expect(response.status).toBe(200);
    expect(machine.calls[0]?.body).toMatchObject({ model: 'b' });
  });

  test('are shown to clients of Ollama as its own', async () => {
    const { url, post } = await startGateway({ machine: { kind: 'ollama' } });
    expect((await fetch(`${url}/k/key/`, { method: 'HEAD' })).status).toBe(200);
    const get = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
    expect(await get('/api/tags')).toMatchObject({ models: [{ name: 'tiny' }] });
    expect(await get('/api/ps')).toMatchObject({ models: [{ context_length: 4096 }] });
    expect(await get('/api/version')).toEqual({ version: '0.34.0' });
    const shown = await (await post('/api/show', { model: 'tiny' })).json();
    expect(shown).toMatchObject({
      capabilities: expect.arrayContaining(['completion']) as unknown,
    });
    expect((await post('/api/show', { model: 'tinny' })).status).toBe(404);
  });
});

test('an API that no machine speaks is a 404 that names the machines and what they speak', async () => {
  const { post, url } = await startGateway({ machine: { kind: 'vllm' } });
  const response = await post('/api/chat', chatOf('hello'));
  expect(response.status).toBe(404);
  const { error } = (await response.json()) as { error: string };
  expect(error).toMatch(/box runs vllm and speaks openai-chat, /);
  expect((await fetch(`${url}/api/tags`)).status).toBe(404);
});

test('tokens of messages are counted by a machine that can, without a slot', async () => {
  const { post, machine, queue } = await startGateway({
    machine: { tokensPerSecond: 50, answer: tokens(Infinity) },
  });
  const stop = new AbortController();
  const running = post('/v1/chat/completions', chatOf('x', { stream: true }), {}, stop.signal);
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  const response = await post('/v1/messages/count_tokens', chatOf('a'.repeat(40)));
  expect(await response.json()).toEqual({ input_tokens: 10 });
  expect(await recorded(queue, 9)).toHaveLength(1);
  stop.abort();
  await running.then((one) => one.text()).catch(() => null);
});

test('any other path under /v1 passes as it is, with a slot and a record', async () => {
  const { post, machine, queue, settled } = await startGateway();
  machine.failNext({ kind: 'status', status: 200, body: { results: [1] } }, '/v1/rerank');
  const response = await post('/v1/rerank?top=1', { model: 'tiny', query: 'a', documents: ['b'] });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ results: [1] });
  const seen = machine.seen.find(({ path }) => path === '/v1/rerank');
  expect(seen?.body).toEqual({ model: 'tiny', query: 'a', documents: ['b'] });
  await settled();
  expect((await recorded(queue, 1))[0]).toMatchObject({ api: 'other', end: 'stop' });

  const unknown = await post('/v1/rerank', { model: 'tiny' });
  expect(unknown.status).toBe(404);
});

test('an answer cut by its cap is told as cut also by the API whose servers say it was completed', async () => {
  const { post } = await startGateway({ machine: { answer: tokens(50) } });
  const body = { model: 'tiny', input: 'hello', max_output_tokens: 5 };
  expect(await (await post('/v1/responses', body)).json()).toMatchObject({ status: 'incomplete' });
  const stream = await (await post('/v1/responses', { ...body, stream: true })).text();
  expect(stream).toContain('event: response.incomplete');
  expect(stream).not.toContain('response.completed');
});
