/** The official client `openai`, as its users have it, through the gateway. */
import OpenAI from 'openai';
import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import {
  hashed,
  startGateway,
  type GatewayOptions,
  type TestGateway,
  recorded,
} from './gateway.test.helper.ts';

const HELLO = [{ role: 'user' as const, content: 'hello' }];
const WEATHER = {
  name: 'weather',
  description: 'The weather at a place',
  parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
};
const PERSON = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
  additionalProperties: false,
} as const;
const ENDLESS = { tokensPerSecond: 200, answer: tokens(Infinity) };

async function openaiClient(options?: GatewayOptions): Promise<TestGateway & { openai: OpenAI }> {
  const gateway = await startGateway(options);
  return { ...gateway, openai: new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any' }) };
}

describe('openai', () => {
  test('chats', async () => {
    const { openai } = await openaiClient();
    const { data, response } = await openai.chat.completions
      .create({ model: 'tiny', messages: HELLO })
      .withResponse();
    expect(data.choices[0]?.finish_reason).toBe('stop');
    expect(data.choices[0]?.message.content).toMatch(/^lorem/);
    expect(data.usage?.completion_tokens).toBeGreaterThan(0);
    expect(response.headers.get('x-hearth-cap-reason')).toBe('time');
  });

  test('streams, with its usage', async () => {
    const { openai } = await openaiClient();
    const stream = await openai.chat.completions.create({
      model: 'tiny',
      messages: HELLO,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let usage = 0;
    const reasons: string[] = [];
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage?.completion_tokens ?? usage;
      reasons.push(...chunk.choices.flatMap((choice) => choice.finish_reason ?? []));
    }
    expect(text).toMatch(/^lorem/);
    expect(usage).toBeGreaterThan(0);
    expect(reasons).toEqual(['stop']);
  });

  test('calls tools', async () => {
    const { openai } = await openaiClient();
    const answer = await openai.chat.completions.create({
      model: 'tiny',
      messages: [{ role: 'user', content: 'call the tool weather' }],
      tools: [{ type: 'function', function: WEATHER }],
    });
    const [call] = answer.choices[0]?.message.tool_calls ?? [];
    expect(answer.choices[0]?.finish_reason).toBe('tool_calls');
    expect(call).toMatchObject({ type: 'function', function: { name: 'weather' } });
    expect(JSON.parse(call?.type === 'function' ? call.function.arguments : '')).toHaveProperty(
      'place',
    );
  });

  test('gets structured output', async () => {
    const { openai } = await openaiClient();
    const answer = await openai.chat.completions.parse({
      model: 'tiny',
      messages: HELLO,
      response_format: { type: 'json_schema', json_schema: { name: 'person', schema: PERSON } },
    });
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toHaveProperty('age');
  });

  test('completes, responds and embeds', async () => {
    const { openai } = await openaiClient();
    const completion = await openai.completions.create({ model: 'tiny', prompt: 'hello' });
    expect(completion.choices[0]?.text).toMatch(/lorem/);
    const response = await openai.responses.create({ model: 'tiny', input: 'hello' });
    expect(response.status).toBe('completed');
    expect(response.output_text).toMatch(/lorem/);
    const events: string[] = [];
    const stream = await openai.responses.create({ model: 'tiny', input: 'hello', stream: true });
    for await (const event of stream) events.push(event.type);
    expect(events.at(-1)).toBe('response.completed');
    const embedding = await openai.embeddings.create({ model: 'tiny', input: ['one', 'two'] });
    expect(embedding.data.map((one) => one.embedding.length)).toEqual([8, 8]);
    const names = (await openai.models.list()).data.map(({ id }) => id);
    expect(names).toEqual(['tiny']);
  });

  test('aborts a stream, which is over on the machine as well', async () => {
    const { openai, machine, settled, queue } = await openaiClient({ machine: ENDLESS });
    const stream = await openai.chat.completions.create({
      model: 'tiny',
      messages: HELLO,
      stream: true,
    });
    for await (const chunk of stream) {
      if ((chunk.choices[0]?.delta.content ?? '') !== '') break;
    }
    await settled();
    expect(machine.calls[0]?.state).toBe('aborted');
    expect((await recorded(queue, 1))[0]?.end).toBe('hung-up');
  });

  test('gets what there is before its own timeout, and so never gives up', async () => {
    const { openai, machine } = await openaiClient({
      machine: ENDLESS,
      box: '    models: { tiny: { tokens_per_second: 1000 } }',
    });
    const answer = await openai.chat.completions.create(
      { model: 'tiny', messages: HELLO },
      { timeout: 2000 },
    );
    expect(answer.choices[0]?.finish_reason).toBe('length');
    expect(machine.calls).toHaveLength(1);
  });

  test('gets errors as its own classes', async () => {
    const { openai, machine } = await openaiClient();
    const unknown = openai.chat.completions.create({ model: 'huge', messages: HELLO });
    await expect(unknown).rejects.toThrow(OpenAI.NotFoundError);
    const long = openai.chat.completions.create({
      model: 'tiny',
      messages: [{ role: 'user', content: 'word '.repeat(9000) }],
    });
    await expect(long).rejects.toMatchObject({ status: 400, code: 'context_length_exceeded' });
    machine.failNext({ kind: 'die', afterTokens: tokens(2) });
    const broken = await openai.chat.completions.create({
      model: 'tiny',
      messages: HELLO,
      stream: true,
    });
    await expect(Array.fromAsync(broken)).rejects.toThrow(OpenAI.APIError);
  });

  test('does not try again what cannot be helped by it', async () => {
    const { openai, queue } = await openaiClient({
      machine: { models: [{ name: 'tiny', context: tokens(100) }] },
    });
    const long = openai.chat.completions.create({
      model: 'tiny',
      messages: [{ role: 'user', content: 'word '.repeat(200) }],
    });
    await expect(long).rejects.toMatchObject({ status: 400 });
    expect(await recorded(queue, 9)).toHaveLength(1);
  });

  test('with a wrong key is told that', async () => {
    const { openai } = await openaiClient({
      yaml: `consumers:\n  a: { key: "${hashed('right')}", priority: user }`,
    });
    const wrong = openai.chat.completions.create({ model: 'tiny', messages: HELLO });
    await expect(wrong).rejects.toThrow(OpenAI.AuthenticationError);
  });
});
