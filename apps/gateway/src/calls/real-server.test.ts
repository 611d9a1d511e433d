/**
 * The gateway in front of a real llama-server: `HEARTH_TEST_LLAMA_SERVER` is the URL of one with a small random model, one
 * slot and a window of 2,048 tokens, which never stops by itself. Skipped, and said so, where there is none.
 */
import process from 'node:process';

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';

import { recorded, startGateway, type TestGateway } from './gateway.test.helper.ts';

const SERVER = process.env['HEARTH_TEST_LLAMA_SERVER'];
const HELLO = [{ role: 'user' as const, content: 'hello' }];

async function realGateway(): Promise<TestGateway & { openai: OpenAI }> {
  const gateway = await startGateway({ at: SERVER ?? '' });
  await gateway.logged('is up, runs llama.cpp');
  return { ...gateway, openai: new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any' }) };
}

/** Whether the server is doing something at this moment, by its own word. */
async function isBusy(): Promise<boolean> {
  const slots = (await (await fetch(`${SERVER}/slots`)).json()) as { is_processing: boolean }[];
  return slots.some((slot) => slot.is_processing);
}

/** A chat of so many bytes, each of them a token, that wants more than there can be. */
function long(bytes: number): object {
  return { messages: [{ role: 'user', content: 'w'.repeat(bytes) }], max_tokens: 5000 };
}

describe.skipIf(SERVER === undefined)('a real llama-server', () => {
  test('is known for what it is, with the window of its slot', async () => {
    const { door } = await realGateway();
    expect(door.machines()[0]).toMatchObject({
      api: 'llama.cpp',
      state: 'up',
      models: [{ loaded: true, context: 2048 }],
    });
  });

  test('answers chats, completions, responses and messages, cut where the caller said', async () => {
    const { openai, post } = await realGateway();
    const chat = await openai.chat.completions.create({
      model: 'auto',
      messages: HELLO,
      max_completion_tokens: 20,
    });
    expect(chat.choices[0]?.finish_reason).toBe('length');
    expect(chat.usage?.completion_tokens).toBe(20);
    const completion = await openai.completions.create({
      model: 'auto',
      prompt: 'hello',
      max_tokens: 5,
    });
    expect(completion.choices[0]?.finish_reason).toBe('length');
    const response = await openai.responses.create({
      model: 'auto',
      input: 'hello',
      max_output_tokens: 20,
    });
    expect(response.status).toBe('incomplete');
    const message = await post('/v1/messages', { messages: HELLO, max_tokens: 20 });
    expect(await message.json()).toMatchObject({ stop_reason: 'max_tokens' });
  });

  test('streams, to the clients that people have', async () => {
    const { openai, url } = await realGateway();
    const stream = await openai.chat.completions.create({
      model: 'auto',
      messages: HELLO,
      max_tokens: 20,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await Array.fromAsync(stream);
    expect(chunks.at(-1)?.usage?.completion_tokens).toBe(20);
    const provider = createOpenAICompatible({ name: 'hearth', baseURL: `${url}/v1` });
    const text = streamText({ model: provider('auto'), prompt: 'hello', maxOutputTokens: 20 });
    expect(await text.finishReason).toBe('length');
  });

  test('counts a prompt that comes near its window, and a sum that does not fit is never sent', async () => {
    const { post, queue } = await realGateway();
    const fits = await post('/v1/chat/completions', long(1500));
    expect(fits.status).toBe(200);
    expect(fits.headers.get('x-hearth-cap-reason')).toBe('context');
    const cap = Number(fits.headers.get('x-hearth-cap'));
    expect(cap).toBeLessThan(548);
    expect(cap).toBeGreaterThan(400);
    await fits.text();
    const refused = await post('/v1/chat/completions', long(3000));
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-hearth-reason')).toBe('context');
    expect((await recorded(queue, 1))[0]).toMatchObject({ end: 'context' });
  });

  test('stops when its caller has gone, and the next call comes only then', async () => {
    const { openai, settled, post, queue } = await realGateway();
    const stream = await openai.chat.completions.create({
      model: 'auto',
      messages: HELLO,
      stream: true,
    });
    for await (const _chunk of stream) break;
    await settled();
    expect(await isBusy()).toBe(false);
    expect((await recorded(queue, 1))[0]).toMatchObject({ end: 'hung-up' });
    const next = await post('/v1/chat/completions', { messages: HELLO, max_tokens: 3 });
    expect(next.status).toBe(200);
  });

  test('what it does not serve is told in the shape of the API', async () => {
    const { post } = await realGateway();
    const response = await post('/v1/embeddings', { input: 'hello' });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.json()).toMatchObject({
      error: { message: expect.any(String) as string },
    });
  });
});
