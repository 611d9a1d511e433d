/** The official client `ollama`, as its users have it, through the gateway. */
import { Ollama } from 'ollama';
import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { startGateway, type GatewayOptions, type TestGateway } from './gateway.test.helper.ts';

const HELLO = [{ role: 'user' as const, content: 'hello' }];
const PERSON = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
  additionalProperties: false,
} as const;
const ENDLESS = { tokensPerSecond: 200, answer: tokens(Infinity) };

async function ollamaClient(
  options: GatewayOptions = {},
): Promise<TestGateway & { ollama: Ollama }> {
  const machine = { kind: 'ollama' as const, ...options.machine };
  const gateway = await startGateway({ ...options, machine });
  return { ...gateway, ollama: new Ollama({ host: gateway.url }) };
}

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
