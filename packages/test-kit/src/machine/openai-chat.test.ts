import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';
import { list, object, string, type Json } from './json.ts';
import { startMachine } from './start-machine.ts';
import { chatOf, post, postJson, sseData } from './talk.ts';

const PATH = '/v1/chat/completions';

/** The only choice of each chunk of a stream. */
function choices(text: string): Json[] {
  return sseData(text)
    .map((data) => object(list(object(data)['choices'])[0]))
    .filter((choice) => 'delta' in choice);
}

function content(text: string): string {
  return choices(text)
    .map((choice) => string(object(choice['delta'])['content']))
    .join('');
}

describe('an answer in one piece', () => {
  test('has a message, a finish reason, usage, and the timings of llama.cpp', async () => {
    await using machine = await startMachine({ answer: () => 'All is well.' });
    const answer = await postJson(machine, PATH, chatOf('12345678'));
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model: 'tiny',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'All is well.' },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
      timings: { cache_n: 0, prompt_n: 2, predicted_n: 3 },
    });
  });

  test('gets no timings from a server that is not llama.cpp', async () => {
    await using machine = await startMachine({ kind: 'vllm' });
    expect(await postJson(machine, PATH, chatOf('hello'))).not.toHaveProperty('timings');
  });
});

describe('a stream', () => {
  test('says the same as the answer in one piece, token by token, and ends with [DONE]', async () => {
    await using machine = await startMachine({ answer: () => 'Grüße aus dem Keller 🔥.' });
    const { headers, text } = await post(machine, PATH, chatOf('hello', { stream: true }));
    expect(headers.get('content-type')).toBe('text/event-stream');
    expect(content(text)).toBe('Grüße aus dem Keller 🔥.');
    expect(choices(text)[0]).toMatchObject({ delta: { role: 'assistant' }, finish_reason: null });
    expect(choices(text).at(-1)).toMatchObject({ delta: {}, finish_reason: 'stop' });
    expect(sseData(text).at(-1)).toBe('[DONE]');
  });

  test('carries usage in a last chunk without choices, only where it was asked for', async () => {
    await using machine = await startMachine({ answer: tokens(3) });
    const plain = await post(machine, PATH, chatOf('hello', { stream: true }));
    expect(plain.text).not.toContain('"usage"');
    const counted = await post(
      machine,
      PATH,
      chatOf('hello', { stream: true, stream_options: { include_usage: true } }),
    );
    expect(sseData(counted.text).at(-2)).toMatchObject({
      choices: [],
      usage: { completion_tokens: 3 },
      timings: { predicted_n: 3 },
    });
  });

  test('of llama.cpp begins with an empty comment and has the timings in its finish chunk', async () => {
    await using machine = await startMachine({ answer: tokens(3) });
    const { text } = await post(machine, PATH, chatOf('hello', { stream: true }));
    expect(text.startsWith(':\n\n')).toBe(true);
    expect(sseData(text).at(-2)).toMatchObject({
      choices: [{ finish_reason: 'stop' }],
      timings: { predicted_n: 3 },
    });
  });

  test('of vLLM has its finish reason in the chunk of the last token', async () => {
    await using machine = await startMachine({ kind: 'vllm', answer: () => 'one two' });
    const { text } = await post(machine, PATH, chatOf('hello', { stream: true }));
    expect(choices(text).at(-1)).toMatchObject({
      delta: { content: ' two' },
      finish_reason: 'stop',
    });
    expect(content(text)).toBe('one two');
  });
});

describe('a cap', () => {
  test('cuts the answer with the finish reason length', async () => {
    await using machine = await startMachine({ answer: tokens(Infinity) });
    expect(await postJson(machine, PATH, chatOf('hello', { max_tokens: 5 }))).toMatchObject({
      choices: [{ finish_reason: 'length', message: { content: 'lorem ipsum dolor sit amet' } }],
      usage: { completion_tokens: 5 },
    });
  });

  test.for([
    ['llama.cpp', 'max_completion_tokens', 5],
    ['llama.cpp', 'n_predict', 5],
    ['vllm', 'max_completion_tokens', 5],
    ['openai', 'max_completion_tokens', 5],
    ['ollama', 'max_completion_tokens', 20],
    ['ollama', 'max_tokens', 5],
    ['lmstudio', 'max_completion_tokens', 20],
    ['openai', 'n_predict', 20],
  ] as const)('on %s in %s lets %i of 20 tokens through', async ([kind, field, count]) => {
    await using machine = await startMachine({ kind, answer: tokens(20) });
    await post(machine, PATH, chatOf('hello', { [field]: 5 }));
    expect(machine.calls[0]?.tokens).toBe(count);
  });

  test('that cut an answer of LM Studio shows as one token less in its usage', async () => {
    await using machine = await startMachine({ kind: 'lmstudio', answer: tokens(20) });
    expect(await postJson(machine, PATH, chatOf('hello', { max_tokens: 5 }))).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      usage: { completion_tokens: 4 },
    });
  });
});

describe('thinking', () => {
  test.for([
    ['llama.cpp', 'reasoning_content'],
    ['ollama', 'reasoning'],
    ['vllm', 'reasoning'],
  ] as const)('of %s comes first, in the field %s', async ([kind, field]) => {
    await using machine = await startMachine({ kind, thinking: tokens(2), answer: () => 'Yes.' });
    const { text } = await post(machine, PATH, chatOf('hello', { stream: true }));
    expect(choices(text)[1]).toMatchObject({ delta: { [field]: 'lorem' } });
    expect(await postJson(machine, PATH, chatOf('hello'))).toMatchObject({
      choices: [{ message: { content: 'Yes.', [field]: 'lorem ipsum' } }],
      usage: { completion_tokens: 3 },
    });
  });

  test('counts in the cap, so that nothing may be left for the answer', async () => {
    await using machine = await startMachine({ thinking: tokens(50) });
    expect(await postJson(machine, PATH, chatOf('hello', { max_tokens: 5 }))).toMatchObject({
      choices: [{ message: { content: '' }, finish_reason: 'length' }],
    });
  });

  test('of OpenAI is kept back and only counted', async () => {
    await using machine = await startMachine({ kind: 'openai', thinking: tokens(2) });
    const answer = await postJson(machine, PATH, chatOf('hello'));
    expect(JSON.stringify(answer)).not.toContain('"reasoning"');
    expect(answer).toMatchObject({
      usage: { completion_tokens_details: { reasoning_tokens: 2 } },
    });
  });

  test('is left out where the request says so', async () => {
    await using machine = await startMachine({ thinking: tokens(2), answer: tokens(1) });
    const more = { chat_template_kwargs: { enable_thinking: false } };
    await post(machine, PATH, chatOf('hello', more));
    expect(machine.calls[0]?.tokens).toBe(1);
  });
});

describe('a tool', () => {
  const tools = [
    {
      type: 'function',
      function: {
        name: 'set_lamp',
        parameters: {
          type: 'object',
          properties: { level: { type: 'integer' }, room: { type: 'string', enum: ['hall'] } },
        },
      },
    },
  ];

  test('that the user names is called with arguments that fit its schema', async () => {
    await using machine = await startMachine();
    const answer = await postJson(machine, PATH, chatOf('Use set_lamp: 40 %.', { tools }));
    expect(answer).toMatchObject({
      choices: [
        {
          message: {
            content: null,
            tool_calls: [
              {
                type: 'function',
                function: { name: 'set_lamp', arguments: '{"level":40,"room":"hall"}' },
              },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    });
  });

  test('is streamed with its name first and its arguments in pieces', async () => {
    await using machine = await startMachine();
    const { text } = await post(machine, PATH, chatOf('set_lamp 40', { tools, stream: true }));
    const calls = choices(text).flatMap(({ delta }) => list(object(delta)['tool_calls']));
    const parts = calls.map((entry) => object(object(entry)['function']));
    expect(parts[0]).toHaveProperty('name', 'set_lamp');
    expect(parts[1]).not.toHaveProperty('name');
    expect(parts.map((part) => string(part['arguments'])).join('')).toBe(
      '{"level":40,"room":"hall"}',
    );
    expect(choices(text).at(-1)).toHaveProperty('finish_reason', 'tool_calls');
  });

  test('is not called again when the last word is the tool’s', async () => {
    await using machine = await startMachine({ answer: () => 'Done.' });
    const messages = [
      { role: 'user', content: 'set_lamp 40' },
      { role: 'tool', content: 'ok' },
    ];
    expect(await postJson(machine, PATH, { model: 'tiny', messages, tools })).toMatchObject({
      choices: [{ message: { content: 'Done.' }, finish_reason: 'stop' }],
    });
  });
});

describe('a response format', () => {
  test('of a schema is answered with JSON that fits', async () => {
    await using machine = await startMachine();
    const schema = {
      type: 'object',
      properties: { ok: { type: 'boolean' }, used: { type: 'number' } },
    };
    const format = { type: 'json_schema', json_schema: { name: 'state', schema } };
    const answer = await postJson(
      machine,
      PATH,
      chatOf('The disk is 81.5 % full.', { response_format: format }),
    );
    const text = string(object(object(list(answer['choices'])[0])['message'])['content']);
    expect(JSON.parse(text)).toEqual({ ok: true, used: 81.5 });
  });

  test('of any object is answered with an object', async () => {
    await using machine = await startMachine();
    const answer = await postJson(
      machine,
      PATH,
      chatOf('hello', { response_format: { type: 'json_object' } }),
    );
    const text = string(object(object(list(answer['choices'])[0])['message'])['content']);
    expect(JSON.parse(text)).toEqual({ answer: 'lorem ipsum' });
  });
});

test('a model that OpenAI does not have is a 404 with a code', async () => {
  await using machine = await startMachine({ kind: 'openai' });
  const { status, text } = await post(machine, PATH, { ...chatOf('hello'), model: 'other' });
  expect(status).toBe(404);
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'model_not_found' } });
});

test('a llama-server with one model takes any name for it', async () => {
  await using machine = await startMachine();
  const answer = await postJson(machine, PATH, { ...chatOf('hello'), model: 'other' });
  expect(answer).toHaveProperty('model', 'tiny');
});

test('a prompt that asks for a summary is answered with a sentence that quotes its figures', async () => {
  await using machine = await startMachine();
  const answer = await postJson(
    machine,
    PATH,
    chatOf('Summarise in one sentence of at most 30 words:\ndisk used: 81 % of 29 GB\nload=0.4'),
  );
  expect(answer).toMatchObject({
    choices: [{ message: { content: 'In short, disk used is 81 % of 29 GB and load is 0.4.' } }],
  });
});
