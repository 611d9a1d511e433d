/** OpenAI's own client, as its users have it, through the gateway to a real llama-server. */
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  CALLS_A_TOOL,
  CONTEXT,
  ENDS_ITSELF,
  HELLO,
  machine,
  note,
  PERSON,
  recordOf,
  startHouse,
  WEATHER,
  why,
  words,
  type House,
} from './house.test.helper.ts';

describe.skipIf(why !== null)(`the openai client${note}`, () => {
  let house: House;
  let openai: OpenAI;
  beforeAll(async () => {
    house = await startHouse();
    openai = new OpenAI({ baseURL: `${house.gateway.url}/v1`, apiKey: 'any' });
  });
  afterAll(() => house?.[Symbol.asyncDispose]());

  test('lists the models under the names that their servers have for them, and the aliases', async () => {
    const models = (await openai.models.list()).data.map(({ id }) => id);
    expect(models).toEqual(['/tmp/tiny.gguf', '/tmp/slow.gguf', 'slow', 'steady']);
  });

  test('chats without a cap of its own: the answer fills the context at most, and is told as cut', async () => {
    const { data, response } = await openai.chat.completions
      .create({ model: 'tiny', messages: HELLO })
      .withResponse();
    const { usage, choices } = data;
    expect(response.headers.get('x-hearth-cap-reason')).toBe('context');
    const cap = Number(response.headers.get('x-hearth-cap'));
    expect(usage?.completion_tokens).toBeLessThanOrEqual(cap);
    expect(usage?.total_tokens).toBeLessThanOrEqual(CONTEXT.fast);
    expect(choices[0]?.finish_reason).toBe('length');
    expect(choices[0]?.message.content?.length).toBeGreaterThan(1000);
  });

  test('has its own cap obeyed, under the new name and the old', async () => {
    for (const caps of [{ max_completion_tokens: 12 }, { max_tokens: 12 }]) {
      const { data, response } = await openai.chat.completions
        .create({ model: 'tiny', messages: HELLO, ...caps })
        .withResponse();
      expect(response.headers.get('x-hearth-cap')).toBe('12');
      expect(response.headers.get('x-hearth-cap-reason')).toBe('caller');
      expect(data.usage?.completion_tokens).toBe(12);
      expect(data.choices[0]?.finish_reason).toBe('length');
    }
  });

  test('of two caps the lower is obeyed', async () => {
    const caps = { max_completion_tokens: 20, max_tokens: 9 };
    const answer = await openai.chat.completions.create({
      model: 'tiny',
      messages: HELLO,
      ...caps,
    });
    expect(answer.usage?.completion_tokens).toBe(9);
  });

  test('gets an answer that ends by itself as one that has ended', async () => {
    const answer = await openai.chat.completions.create({
      model: 'tiny',
      messages: HELLO,
      logit_bias: ENDS_ITSELF,
    });
    expect(answer.choices[0]?.finish_reason).toBe('stop');
  });

  test('what a call has shown of the machine is recorded and learnt', async () => {
    const { data, response } = await openai.chat.completions
      .create({ model: 'steady', messages: HELLO, max_tokens: 100 })
      .withResponse();
    const call = await recordOf(house.gateway.hearth, response.headers.get('x-hearth-call'));
    expect(call).toMatchObject({
      api: 'openai-chat',
      model: '/tmp/slow.gguf',
      machine: 'slow',
      prompt_tokens: data.usage?.prompt_tokens,
      answer_tokens: 100,
      cap: 100,
      cap_reason: 'caller',
      end: 'length',
    });
    // The rate is the server's own, not what is left of it after the way through the gateway.
    const { timings } = data as unknown as { timings: { predicted_per_second: number } };
    expect(call.tokens_per_second).toBeCloseTo(timings.predicted_per_second, 3);
    const { models } = await machine(house.gateway.hearth, 'slow');
    expect(models[0]?.tokens_per_second).toBeCloseTo(timings.predicted_per_second, 3);
  });

  test('the cap of a call in a hurry is what its machine writes in that time', async () => {
    await openai.chat.completions.create({ model: 'slow', messages: HELLO, max_tokens: 100 });
    const before = await machine(house.gateway.hearth, 'slow');
    const rate = before.models[0]?.tokens_per_second ?? 0;
    const { data, response } = await openai.chat.completions
      .create({ model: 'slow', messages: HELLO }, { headers: { 'X-Hearth-Timeout': '4' } })
      .withResponse();
    const cap = Number(response.headers.get('x-hearth-cap'));
    expect(response.headers.get('x-hearth-cap-reason')).toBe('time');
    expect(cap).toBeLessThanOrEqual(4 * rate);
    expect(cap).toBeGreaterThan(rate);
    expect(data.usage?.completion_tokens).toBeLessThanOrEqual(cap);
    expect(data.choices[0]?.finish_reason).toBe('length');
  });

  test('streams, with the usage where it asked for that', async () => {
    for (const wanted of [true, false]) {
      const stream = await openai.chat.completions.create({
        model: 'tiny',
        messages: HELLO,
        max_tokens: 20,
        stream: true,
        ...(wanted && { stream_options: { include_usage: true } }),
      });
      const chunks = await Array.fromAsync(stream);
      const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
      expect(text.length).toBeGreaterThan(20);
      const reasons = chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? []);
      expect(reasons).toEqual(['length']);
      const usages = chunks.flatMap(({ usage }) => usage?.completion_tokens ?? []);
      expect(usages).toEqual(wanted ? [20] : []);
    }
  });

  test('completes a text', async () => {
    const completion = await openai.completions.create({
      model: 'tiny',
      prompt: 'hello',
      max_tokens: 8,
    });
    expect(completion.choices[0]?.finish_reason).toBe('length');
    expect(completion.usage?.completion_tokens).toBe(8);
  });

  test('is told that a response is incomplete, though the server calls each one completed', async () => {
    const asked = { model: 'tiny', input: 'hello', max_output_tokens: 10 };
    const direct = new OpenAI({ baseURL: `${house.fast.url}/v1`, apiKey: 'any' });
    expect((await direct.responses.create(asked)).status).toBe('completed');

    const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    const response = await openai.responses.create(asked);
    expect(response).toMatchObject(cut);
    expect(response.output_text.length).toBeGreaterThan(0);
    expect(response.usage?.output_tokens).toBe(10);

    const events = await Array.fromAsync(await openai.responses.create({ ...asked, stream: true }));
    expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: cut });
  });

  test('a response that ends by itself is completed', async () => {
    const asked = { model: 'tiny', input: 'hello', logit_bias: ENDS_ITSELF };
    const response = await openai.responses.create(asked);
    expect(response.status).toBe('completed');
  });

  test('gets an answer of the shape that it asked for', async () => {
    const answer = await openai.chat.completions.parse({
      model: 'tiny',
      messages: HELLO,
      response_format: { type: 'json_schema', json_schema: { name: 'person', schema: PERSON } },
    });
    expect(answer.choices[0]?.finish_reason).toBe('stop');
    expect(answer.choices[0]?.message.parsed).toEqual({
      name: expect.stringMatching(/^(ann|bob)$/) as string,
      tall: expect.any(Boolean) as boolean,
    });
  });

  test('calls tools, in one piece and in a stream', async () => {
    const asked = {
      model: 'tiny',
      messages: HELLO,
      max_tokens: 500,
      tools: [{ type: 'function' as const, function: WEATHER }],
      tool_choice: 'required' as const,
      parallel_tool_calls: false,
      logit_bias: CALLS_A_TOOL,
    };
    const whole = await openai.chat.completions.create(asked);
    const streamed = await openai.chat.completions.stream(asked).finalChatCompletion();
    for (const { choices } of [whole, streamed]) {
      expect(choices[0]?.finish_reason).toBe('tool_calls');
      const [call, ...more] = choices[0]?.message.tool_calls ?? [];
      expect(more).toEqual([]);
      expect(call).toMatchObject({ type: 'function', function: { name: 'weather' } });
      const given = call?.type === 'function' ? call.function.arguments : '';
      expect(JSON.parse(given)).toEqual({
        place: expect.stringMatching(/^(home|away)$/) as string,
      });
    }
  });

  test('embeds where the server can', async () => {
    const { data, usage } = await openai.embeddings.create({
      model: 'tiny',
      input: ['hello', 'the same word'],
    });
    expect(data.map(({ embedding }) => embedding.length)).toEqual([64, 64]);
    expect(usage.prompt_tokens).toBeGreaterThan(0);
  });

  test('hears what a server says that cannot embed, at once, and nobody else suffers for it', async () => {
    for (let time = 0; time < 6; time += 1) {
      const { id: before } = await newest();
      const failed = openai.embeddings.create({ model: 'slow', input: 'hello' });
      await expect(failed).rejects.toThrow(/This server does not support embeddings/);
      // Trying again could not help, so the client must not be told that it could.
      expect((await newest()).id).toBe(before + 1);
    }
    const chat = openai.chat.completions.create(
      { model: 'slow', messages: HELLO, max_tokens: 3 },
      { timeout: 10_000, maxRetries: 0 },
    );
    expect((await chat).usage?.completion_tokens).toBe(3);
  });

  test('is told by how much a prompt is too long, and does not try again', async () => {
    const messages = [{ role: 'user' as const, content: words(3000) }];
    const direct = new OpenAI({ baseURL: `${house.fast.url}/v1`, apiKey: 'any' });
    const own = await direct.chat.completions
      .create({ model: 'tiny', messages })
      .catch((error: unknown) => error);
    const { n_prompt_tokens: counted } = (own as { error: { n_prompt_tokens: number } }).error;

    const { id: before } = await newest();
    const long = openai.chat.completions.create({ model: 'tiny', messages });
    await expect(long).rejects.toThrow(OpenAI.BadRequestError);
    await expect(long).rejects.toMatchObject({ code: 'context_length_exceeded' });
    await expect(long).rejects.toThrow(new RegExp(`\\b${CONTEXT.fast}\\b`));
    // The server's own count, and the few words that begin an answer, which it does not count.
    const refused = await long.catch((error: unknown) => error);
    const sentence = refused instanceof Error ? refused.message : 'it was not refused';
    const told = Number(/has about (\d+) tokens/.exec(sentence)?.[1]);
    expect(told).toBeGreaterThanOrEqual(counted);
    expect(told).toBeLessThanOrEqual(counted + 16);
    expect((await newest()).id).toBe(before + 1);
  });

  async function newest() {
    const [call] = (await house.gateway.hearth.calls.list({ limit: 1 })).calls;
    return call ?? { id: 0 };
  }
});
