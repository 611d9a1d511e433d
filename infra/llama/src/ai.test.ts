/** The AI SDK with its provider for OpenAI-like servers, through the gateway to a real llama-server. */
import { createOpenAICompatible, type OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, jsonSchema, Output, streamText, tool } from 'ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  CALLS_A_TOOL,
  ENDS_ITSELF,
  note,
  PERSON,
  quiet,
  startHouse,
  WEATHER,
  why,
  words,
  type House,
} from './house.test.helper.ts';

describe.skipIf(why !== null)(`the AI SDK${note}`, () => {
  let house: House;
  let models: OpenAICompatibleProvider;
  beforeAll(async () => {
    house = await startHouse();
    models = createOpenAICompatible({
      name: 'hearth',
      baseURL: `${house.gateway.url}/v1`,
      includeUsage: true,
      supportsStructuredOutputs: true,
    });
  });
  afterAll(() => house?.[Symbol.asyncDispose]());

  test('generates text, and is told when it was cut', async () => {
    const { text, finishReason, usage, response } = await generateText({
      model: models('tiny'),
      prompt: 'hello',
      maxOutputTokens: 20,
    });
    expect(text.length).toBeGreaterThan(20);
    expect(finishReason).toBe('length');
    expect(usage.outputTokens).toBe(20);
    expect(response.headers?.['x-hearth-cap']).toBe('20');
  });

  test('generates text that ends by itself', async () => {
    const { finishReason } = await generateText({
      model: models('tiny'),
      prompt: 'hello',
      providerOptions: { hearth: { logit_bias: ENDS_ITSELF } },
    });
    expect(finishReason).toBe('stop');
  });

  test('streams text, and its usage', async () => {
    const stream = streamText({ model: models('tiny'), prompt: 'hello', maxOutputTokens: 20 });
    const parts = await Array.fromAsync(stream.textStream);
    expect(parts.length).toBeGreaterThan(5);
    expect(await stream.finishReason).toBe('length');
    expect((await stream.usage).outputTokens).toBe(20);
  });

  test('aborts a stream, which ends on the machine as well', async () => {
    const stop = new AbortController();
    const stream = streamText({
      model: models('slow'),
      prompt: 'hello',
      maxOutputTokens: 3900,
      abortSignal: stop.signal,
    });
    const reader = stream.textStream.getReader();
    while ((await reader.read()).value === '');
    stop.abort();
    await quiet(house);
    expect(house.slow.slots.lastTokens).toBeLessThan(3900);
    const [call] = (await house.gateway.hearth.calls.list({ limit: 1 })).calls;
    expect(call).toMatchObject({ end: 'hung-up', cap: 3900 });
  });

  test('generates an object', async () => {
    const schema = jsonSchema<{ name: string; tall: boolean }>(PERSON);
    const { output } = await generateText({
      model: models('tiny'),
      prompt: 'somebody',
      output: Output.object({ schema }),
    });
    expect(['ann', 'bob']).toContain(output.name);
  });

  test('calls a tool', async () => {
    const { toolCalls, finishReason } = await generateText({
      model: models('tiny'),
      prompt: 'hello',
      tools: {
        weather: tool({ inputSchema: jsonSchema<{ place: string }>(WEATHER.parameters as never) }),
      },
      toolChoice: 'required',
      providerOptions: { hearth: { logit_bias: CALLS_A_TOOL, parallel_tool_calls: false } },
    });
    expect(finishReason).toBe('tool-calls');
    expect(toolCalls).toHaveLength(1);
    const place = expect.stringMatching(/^(home|away)$/) as string;
    expect(toolCalls[0]).toMatchObject({ toolName: 'weather', input: { place } });
  });

  test('hears that a prompt is too long, and does not try again', async () => {
    const long = generateText({ model: models('tiny'), prompt: words(3000) });
    const error = await long.catch((thrown: unknown) => thrown);
    // An error that came after several tries would be another one, around it.
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ statusCode: 400, isRetryable: false });
  });
});
