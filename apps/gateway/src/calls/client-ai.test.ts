/** The official client `ai`, as its users have it, through the gateway. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, Output, streamText, tool } from 'ai';
import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { startGateway, type GatewayOptions } from './gateway.test.helper.ts';

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
    const { output } = await generateText({
      model,
      prompt: 'a person',
      output: Output.object({ schema: jsonSchema<{ name: string; age: number }>(PERSON as never) }),
    });
    expect(output).toMatchObject({ name: expect.any(String) as string });
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
