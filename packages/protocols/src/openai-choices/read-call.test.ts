import { describe, expect, test } from 'vitest';
import type { Call } from '../request/call.ts';
import { readChatCall, readCompletionsCall } from './read-call.ts';

const messages = [{ role: 'user', content: 'hello' }];

function chat(body: object): Call {
  const reading = readChatCall({ messages, ...body });
  if (!reading.ok) throw new Error(reading.message);
  return reading.call;
}

describe('a chat', () => {
  test('that says nothing has harmless defaults', () => {
    expect(chat({})).toMatchObject({
      model: null,
      stream: false,
      callerCap: null,
      wantsUsage: false,
      json: false,
      thinks: true,
      choices: 1,
    });
  });

  test('is read with null for what is left out', () => {
    const left = { model: null, stream: null, stream_options: null, max_tokens: null };
    expect(chat(left)).toEqual(chat({}));
  });

  test('with an empty model names none', () => {
    expect(chat({ model: '' }).model).toBeNull();
    expect(chat({ model: 'qwen3-30b' }).model).toBe('qwen3-30b');
  });

  test('with two caps has the smaller one', () => {
    expect(chat({ max_tokens: 100, max_completion_tokens: 50 }).callerCap).toBe(50);
    expect(chat({ max_tokens: 10, max_completion_tokens: 50, n_predict: 20 }).callerCap).toBe(10);
    expect(chat({ max_tokens: -1, max_completion_tokens: 50 }).callerCap).toBe(50);
  });

  test('wants usage only when it says so', () => {
    expect(chat({ stream: true }).wantsUsage).toBe(false);
    expect(chat({ stream: true, stream_options: { include_usage: true } }).wantsUsage).toBe(true);
  });

  test.each([
    [{ response_format: { type: 'json_object' } }, true],
    [{ response_format: { type: 'json_schema', json_schema: {} } }, true],
    [{ response_format: { type: 'text' } }, false],
    [{ response_format: null }, false],
    [{ grammar: 'root ::= "a"' }, true],
    [{ guided_json: {} }, true],
  ])('with %j asks for JSON: %s', (body, json) => {
    expect(chat(body).json).toBe(json);
  });

  test('may ask for several answers', () => {
    expect(chat({ n: 3 }).choices).toBe(3);
    expect(chat({ n: 0 }).choices).toBe(1);
  });

  test('has its tools in its prompt, and its answer format not', () => {
    const tools = [
      { type: 'function', function: { name: 'lights', description: 'turns them on' } },
    ];
    expect(chat({ tools }).prompt.bytes).toBeGreaterThan(chat({}).prompt.bytes + 30);
    expect(chat({ response_format: { type: 'json_object' } }).prompt).toEqual(chat({}).prompt);
  });
});

describe('a completion', () => {
  test.each([
    ['text', 1],
    [['one', 'two'], 2],
    [[1, 2, 3], 1],
    [[[1, 2], [3]], 2],
    [[], 1],
  ])('of the prompt %j is %i answers', (prompt, choices) => {
    const reading = readCompletionsCall({ prompt });
    expect(reading).toMatchObject({ ok: true, call: { choices } });
  });

  test('of tokens has as many tokens', () => {
    expect(readCompletionsCall({ prompt: [5, 6, 7] })).toMatchObject({
      call: { prompt: { tokens: 3 } },
    });
  });
});
