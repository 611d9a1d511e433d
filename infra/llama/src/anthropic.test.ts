/** Anthropic's messages, which llama-server speaks as well, through the gateway to a real one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { CONTEXT, HELLO, note, startHouse, why, words, type House } from './house.test.helper.ts';

interface Message {
  readonly content: readonly { readonly text: string }[];
  readonly stop_reason: string;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
}

describe.skipIf(why !== null)(`messages in the way of Anthropic${note}`, () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse();
  });
  afterAll(() => house?.[Symbol.asyncDispose]());

  function post(path: string, body: object, headers: Record<string, string> = {}) {
    return fetch(house.gateway.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'anthropic-version': '2023-06-01',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  }

  test('a message stops at the cap of its caller', async () => {
    const asked = { model: 'tiny', max_tokens: 10, messages: HELLO };
    const response = await post('/v1/messages', asked);
    expect(response.headers.get('x-hearth-cap')).toBe('10');
    expect(response.headers.get('x-hearth-cap-reason')).toBe('caller');
    const message = (await response.json()) as Message;
    expect(message.stop_reason).toBe('max_tokens');
    expect(message.usage.output_tokens).toBe(10);
    expect(message.content[0]?.text.length).toBeGreaterThan(5);
  });

  test('a message may be as long as its context lets it where its caller wants more', async () => {
    const asked = { model: 'tiny', max_tokens: 100_000, messages: HELLO };
    const response = await post('/v1/messages', asked);
    const cap = Number(response.headers.get('x-hearth-cap'));
    expect(cap).toBeLessThan(CONTEXT.fast);
    expect(response.headers.get('x-hearth-cap-reason')).toBe('context');
    const message = (await response.json()) as Message;
    expect(message.stop_reason).toBe('max_tokens');
    expect(message.usage.output_tokens).toBeLessThanOrEqual(cap);
    expect(message.usage.output_tokens).toBeGreaterThan(CONTEXT.fast * 0.9);
  });

  test('a stream has its events in their order, and says that it was cut', async () => {
    const asked = { model: 'tiny', max_tokens: 5, messages: HELLO, stream: true };
    const text = await (await post('/v1/messages', asked)).text();
    const events = [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    expect(events.slice(0, 2)).toEqual(['message_start', 'content_block_start']);
    expect(events.slice(-3)).toEqual(['content_block_stop', 'message_delta', 'message_stop']);
    expect(events.filter((name) => name === 'content_block_delta').length).toBeGreaterThan(0);
    expect(text).toContain('"stop_reason":"max_tokens"');
  });

  test('a stream whose time is over says that it was cut', async () => {
    const warm = { model: 'slow', max_tokens: 100, messages: HELLO };
    await (await post('/v1/messages', warm)).text();
    const asked = { ...warm, max_tokens: 3900, stream: true };
    const response = await post('/v1/messages', asked, { 'X-Hearth-Timeout': '2' });
    const text = await response.text();
    expect(text).toContain('"stop_reason":"max_tokens"');
    expect(text.trimEnd().endsWith('data: {"type":"message_stop"}')).toBe(true);
  });

  test('tokens are counted by the server', async () => {
    const asked = { model: 'tiny', messages: HELLO };
    const counted = await post('/v1/messages/count_tokens', asked);
    const response = await post('/v1/chat/completions', { ...asked, max_tokens: 1 });
    const { usage } = (await response.json()) as { usage: { prompt_tokens: number } };
    expect(await counted.json()).toEqual({ input_tokens: usage.prompt_tokens });
  });

  test('a prompt that is too long is an error in their shape', async () => {
    const messages = [{ role: 'user', content: words(3000) }];
    const response = await post('/v1/messages', { model: 'tiny', max_tokens: 10, messages });
    expect(response.status).toBe(400);
    expect(response.headers.get('x-hearth-reason')).toBe('context');
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
        details: { context: CONTEXT.fast },
      },
    });
  });
});
