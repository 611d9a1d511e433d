import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import { object, string } from './json.ts';
import { startMachine } from './start-machine.ts';
import { chatOf, post, postJson, sseData } from './talk.ts';

const PATH = '/v1/messages';
const CAP = { max_tokens: 100 };

test('a message in one piece has its blocks, its stop reason and its usage', async () => {
  await using machine = await startMachine({ thinking: tokens(2), answer: () => 'All is well.' });
  const body = { ...chatOf('hi', CAP), system: [{ type: 'text', text: 'Be brief.' }] };
  expect(await postJson(machine, PATH, body)).toMatchObject({
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'lorem ipsum' },
      { type: 'text', text: 'All is well.' },
    ],
    stop_reason: 'end_turn',
    usage: { input_tokens: 3, output_tokens: 5 },
  });
});

test('a stream starts and stops each block and ends with message_stop', async () => {
  await using machine = await startMachine({ thinking: tokens(1), answer: () => 'Yes.' });
  const { text } = await post(machine, PATH, chatOf('hello', { ...CAP, stream: true }));
  const events = sseData(text).map((data) => object(data));
  expect(events.map((event) => event['type'])).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_delta',
    'content_block_stop',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  expect(events[0]).toMatchObject({ message: { usage: { input_tokens: 2 } } });
  expect(events[3]).toMatchObject({ index: 0, delta: { type: 'signature_delta' } });
  expect(events[6]).toMatchObject({ index: 1, delta: { type: 'text_delta', text: 'Yes.' } });
  expect(events[8]).toMatchObject({
    delta: { stop_reason: 'end_turn' },
    usage: { output_tokens: 2 },
  });
});

test('the cap ends it with max_tokens', async () => {
  await using machine = await startMachine({ answer: tokens(Infinity) });
  expect(await postJson(machine, PATH, chatOf('hello', { max_tokens: 3 }))).toMatchObject({
    content: [{ text: 'lorem ipsum dolor' }],
    stop_reason: 'max_tokens',
  });
});

test('a request without a cap gets 4096 from llama.cpp and is refused by the others', async () => {
  const models = [{ name: 'tiny', context: tokens(8192) }];
  await using llama = await startMachine({ answer: tokens(5000), models });
  await post(llama, PATH, chatOf('hello'));
  expect(llama.calls[0]?.tokens).toBe(4096);
  await using vllm = await startMachine({ kind: 'vllm' });
  const { status, text } = await post(vllm, PATH, chatOf('hello'));
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    type: 'error',
    error: { type: 'invalid_request_error' },
  });
});

test('a tool that the user names is used, and its result is answered in words', async () => {
  await using machine = await startMachine({ answer: () => 'Done.' });
  const schema = { type: 'object', properties: { level: { type: 'number' } } };
  const tools = [{ name: 'set_lamp', input_schema: schema }];
  const used = await postJson(machine, PATH, chatOf('set_lamp 40', { ...CAP, tools }));
  expect(used).toMatchObject({
    content: [{ type: 'tool_use', name: 'set_lamp', input: { level: 40 } }],
    stop_reason: 'tool_use',
  });
  const streamed = await post(
    machine,
    PATH,
    chatOf('set_lamp 40', { ...CAP, tools, stream: true }),
  );
  const deltas = sseData(streamed.text).map((data) => object(object(data)['delta']));
  const input = deltas.map((delta) => string(delta['partial_json'])).join('');
  expect(input).toBe('{"level":40}');
  const result = [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }];
  const messages = [{ role: 'user', content: result }];
  expect(await postJson(machine, PATH, { ...CAP, messages, tools })).toMatchObject({
    content: [{ type: 'text', text: 'Done.' }],
  });
});

test('count_tokens counts what a message is then charged for', async () => {
  await using machine = await startMachine();
  const body = chatOf('What is the time?', { ...CAP, system: 'Be brief.' });
  const counted = await postJson(machine, `${PATH}/count_tokens`, body);
  expect(counted).toEqual({ input_tokens: 7 });
  expect(await postJson(machine, PATH, body)).toMatchObject({ usage: counted });
});
