import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import { object, string } from './json.ts';
import type { Kind } from './kinds.ts';
import { startMachine } from './start-machine.ts';
import { post, postJson, sseData } from './talk.ts';

const PATH = '/v1/responses';

test('a response in one piece has its reasoning, its message and its usage', async () => {
  await using machine = await startMachine({ thinking: tokens(2), answer: () => 'All is well.' });
  const body = { instructions: 'Be brief.', input: [{ role: 'user', content: 'How is it?' }] };
  expect(await postJson(machine, PATH, body)).toMatchObject({
    object: 'response',
    status: 'completed',
    incomplete_details: null,
    output: [
      { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'lorem ipsum' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'All is well.' }] },
    ],
    usage: { input_tokens: 5, output_tokens: 5, total_tokens: 10 },
  });
});

test('a stream opens and closes each item, numbers its events and ends with the whole response', async () => {
  await using machine = await startMachine({ thinking: tokens(1), answer: () => 'All is well.' });
  const { text } = await post(machine, PATH, { input: 'hello', stream: true });
  const events = sseData(text).map((data) => object(data));
  expect(events.map((event) => event['sequence_number'])).toEqual(events.map((_, index) => index));
  expect(events.map((event) => event['type'])).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.reasoning_text.delta',
    'response.reasoning_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.delta',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ]);
  const said = events.filter((event) => event['type'] === 'response.output_text.delta');
  expect(said.map((event) => string(event['delta'])).join('')).toBe('All is well.');
  expect(text).toContain('event: response.completed\n');
  expect(events.at(-1)).toMatchObject({ response: { usage: { output_tokens: 4 } } });
  expect(text).not.toContain('[DONE]');
});

test.for<readonly [Kind, string, string]>([
  ['llama.cpp', 'completed', 'response.completed'],
  ['ollama', 'completed', 'response.completed'],
  ['vllm', 'incomplete', 'response.incomplete'],
  ['openai', 'incomplete', 'response.incomplete'],
])('%s calls a response that the cap cut %s', async ([kind, status, event]) => {
  await using machine = await startMachine({ kind, answer: tokens(20) });
  const body = { model: 'tiny', input: 'hello', max_output_tokens: 3 };
  const details = status === 'incomplete' ? { reason: 'max_output_tokens' } : null;
  expect(await postJson(machine, PATH, body)).toMatchObject({
    status,
    incomplete_details: details,
    usage: { output_tokens: 3 },
  });
  const { text } = await post(machine, PATH, { ...body, stream: true });
  expect(sseData(text).at(-1)).toMatchObject({ type: event, response: { status } });
});

test('a tool that the user names is called, and its output is answered in words', async () => {
  await using machine = await startMachine({ answer: () => 'It is dry.' });
  const parameters = { type: 'object', properties: { town: { type: 'string' } } };
  const tools = [{ type: 'function', name: 'get_weather', parameters }];
  const question = { role: 'user', content: 'Ask get_weather.' };
  const called = await postJson(machine, PATH, { input: [question], tools });
  expect(called).toMatchObject({
    output: [{ type: 'function_call', name: 'get_weather', arguments: '{"town":"lorem"}' }],
  });
  const { text } = await post(machine, PATH, { input: [question], tools, stream: true });
  expect(text).toContain('event: response.function_call_arguments.delta\n');
  const output = { type: 'function_call_output', call_id: 'call_1', output: 'dry' };
  expect(await postJson(machine, PATH, { input: [question, output], tools })).toMatchObject({
    output: [{ type: 'message', content: [{ text: 'It is dry.' }] }],
  });
});

test('a text format of a schema is answered with JSON that fits', async () => {
  await using machine = await startMachine();
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } } };
  const format = { type: 'json_schema', name: 'state', schema };
  expect(await postJson(machine, PATH, { input: 'hello', text: { format } })).toMatchObject({
    output: [{ content: [{ text: '{"ok":true}' }] }],
  });
});
