/** The official clients, as their users have them, through the gateway. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateObject, generateText, jsonSchema, streamText, tool } from 'ai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import {
  hashed,
  startGateway,
  type GatewayOptions,
  type TestGateway,
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

async function ollamaClient(
  options: GatewayOptions = {},
): Promise<TestGateway & { ollama: Ollama }> {
  const machine = { kind: 'ollama' as const, ...options.machine };
  const gateway = await startGateway({ ...options, machine });
  return { ...gateway, ollama: new Ollama({ host: gateway.url }) };
}

async function aiClient(options?: GatewayOptions) {
  const gateway = await startGateway(options);
  const provider = createOpenAICompatible({
    name: 'hearth',
    baseURL: `${gateway.url}/v1`,
    apiKey: 'any',
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  return { ...gateway, model: provider('tiny') };
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
    expect(queue.calls({ limit: 1 }).calls[0]?.end).toBe('hung-up');
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
    expect(queue.calls({ limit: 9 }).calls).toHaveLength(1);
  });

  test('with a wrong key is told that', async () => {
    const { openai } = await openaiClient({
      yaml: `consumers:\n  a: { key: "${hashed('right')}", priority: user }`,
    });
    const wrong = openai.chat.completions.create({ model: 'tiny', messages: HELLO });
    await expect(wrong).rejects.toThrow(OpenAI.AuthenticationError);
  });
});

describe('ollama', () => {
  test('chats, generates and embeds', async () => {
    const { ollama } = await ollamaClient();
    const chat = await ollama.chat({ model: 'tiny', messages: HELLO });
    expect(chat.message.content).toMatch(/^lorem/);
    expect(chat.done_reason).toBe('stop');
    const generated = await ollama.generate({ model: 'tiny', prompt: 'hello' });
    expect(generated.response).toMatch(/^lorem/);
    const embedded = await ollama.embed({ model: 'tiny', input: ['one', 'two'] });
    expect(embedded.embeddings).toHaveLength(2);
  });

  test('streams', async () => {
    const { ollama } = await ollamaClient();
    const parts = await Array.fromAsync(
      await ollama.chat({ model: 'tiny', messages: HELLO, stream: true }),
    );
    expect(parts.map(({ message }) => message.content).join('')).toMatch(/^lorem/);
    expect(parts.at(-1)).toMatchObject({ done: true, done_reason: 'stop' });
  });

  test('calls tools and gets structured output', async () => {
    const { ollama } = await ollamaClient();
    const answer = await ollama.chat({
      model: 'tiny',
      messages: [{ role: 'user', content: 'call the tool weather' }],
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'The weather',
            parameters: { type: 'object', properties: { place: { type: 'string' } } },
          },
        },
      ],
    });
    expect(answer.message.tool_calls?.[0]?.function.name).toBe('weather');
    const person = await ollama.chat({ model: 'tiny', messages: HELLO, format: PERSON });
    expect(JSON.parse(person.message.content)).toHaveProperty('name');
  });

  test('lists, shows and asks the version', async () => {
    const { ollama } = await ollamaClient();
    expect((await ollama.list()).models[0]?.name).toBe('tiny');
    expect((await ollama.ps()).models[0]?.name).toBe('tiny');
    expect((await ollama.show({ model: 'tiny' })).capabilities).toContain('completion');
    expect((await ollama.version()).version).toBe('0.34.0');
  });

  test('aborts, and hears of errors', async () => {
    const { ollama, machine, settled } = await ollamaClient({ machine: ENDLESS });
    const stream = await ollama.chat({
      model: 'tiny',
      messages: HELLO,
      stream: true,
      options: { num_predict: 100 },
    });
    for await (const part of stream) {
      if (part.message.content !== '') break;
    }
    stream.abort();
    await settled();
    expect(machine.calls[0]?.state).toBe('aborted');
    const unknown = ollama.chat({ model: 'huge', messages: HELLO });
    await expect(unknown).rejects.toThrow(/No machine of this house has a model called "huge"/);
  });
});

describe('ai', () => {
  test('generates and streams text', async () => {
    const { model } = await aiClient();
    const whole = await generateText({ model, prompt: 'hello' });
    expect(whole.text).toMatch(/^lorem/);
    expect(whole.finishReason).toBe('stop');
    const stream = streamText({ model, prompt: 'hello' });
    expect(await stream.text).toBe(whole.text);
    expect((await stream.usage).outputTokens).toBeGreaterThan(0);
  });

  test('calls tools and generates objects', async () => {
    const { model } = await aiClient();
    const { toolCalls } = await generateText({
      model,
      prompt: 'call the tool weather',
      tools: {
        weather: tool({ inputSchema: jsonSchema<{ place: string }>(WEATHER.parameters as never) }),
      },
    });
    expect(toolCalls[0]).toMatchObject({
      toolName: 'weather',
      input: { place: expect.any(String) as string },
    });
    const { object } = await generateObject({
      model,
      prompt: 'a person',
      schema: jsonSchema<{ name: string; age: number }>(PERSON as never),
    });
    expect(object).toMatchObject({ name: expect.any(String) as string });
  });

  test('aborts', async () => {
    const { model, machine, settled } = await aiClient({ machine: ENDLESS });
    const stop = new AbortController();
    const stream = streamText({
      model,
      prompt: 'hello',
      abortSignal: stop.signal,
      onError: () => undefined,
    });
    for await (const part of stream.textStream) {
      if (part !== '') break;
    }
    stop.abort();
    await settled();
    expect(machine.calls[0]?.state).toBe('aborted');
  });

  test('hears of errors', async () => {
    const { url } = await aiClient();
    const provider = createOpenAICompatible({
      name: 'hearth',
      baseURL: `${url}/v1`,
      apiKey: 'any',
    });
    const unknown = generateText({ model: provider('huge'), prompt: 'hello', maxRetries: 0 });
    await expect(unknown).rejects.toThrow(/No machine of this house has a model called "huge"/);
  });

  test('a cut answer is told as cut', async () => {
    const { model } = await aiClient({ machine: ENDLESS });
    const { finishReason } = await generateText({ model, prompt: 'hello', maxOutputTokens: 5 });
    expect(finishReason).toBe('length');
  });
});
