import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';
import { PLAIN_ASK, type Ask } from './ask.ts';
import type { Kind } from './kinds.ts';
import { readCap, roomFor } from './limits.ts';

const WINDOW = tokens(1000);

/** A chat of so many tokens. */
function ask(promptTokens: number, cap: number | null, more: Partial<Ask> = {}): Ask {
  const prompt = 'x'.repeat(4 * promptTokens);
  return { ...PLAIN_ASK, api: 'chat', model: '', prompt, cap, ...more };
}

describe('readCap', () => {
  test('reads the first field that the server knows, and null where there is none', () => {
    expect(readCap('vllm', 'chat', { max_tokens: 9, max_completion_tokens: 5 })).toBe(5);
    expect(readCap('ollama', 'chat', { max_tokens: 9, max_completion_tokens: 5 })).toBe(9);
    expect(readCap('ollama', 'chat', { max_completion_tokens: 5 })).toBeNull();
    expect(readCap('llama.cpp', 'chat', { max_tokens: null, max_completion_tokens: 5 })).toBe(5);
  });

  test('knows each API by its own field alone', () => {
    const body = { max_tokens: 1, max_output_tokens: 2, num_predict: 3 };
    expect(readCap('vllm', 'completions', body)).toBe(1);
    expect(readCap('vllm', 'responses', body)).toBe(2);
    expect(readCap('vllm', 'messages', body)).toBe(1);
    expect(readCap('ollama', 'ollama', body)).toBe(3);
  });
});

describe('roomFor', () => {
  test.for<readonly [Kind, number | null, number]>([
    ['llama.cpp', 10, 10],
    ['llama.cpp', null, 900],
    ['llama.cpp', -1, 900],
    ['llama.cpp', 0, 0],
    ['llama.cpp', 5000, 900],
    ['lmstudio', -1, 900],
    ['vllm', null, 900],
    ['vllm', 900, 900],
    ['ollama', 10, 10],
    ['ollama', null, 10_000],
    ['ollama', -2, 10_000],
    ['ollama', 50_000, 10_000],
  ])('%s with a cap of %s and 900 free tokens generates at most %i', ([kind, cap, limit]) => {
    expect(roomFor(kind, ask(100, cap), WINDOW)).toMatchObject({ promptTokens: 100, limit });
  });

  test('llama.cpp refuses a prompt that does not fit, with both numbers', () => {
    expect(roomFor('llama.cpp', ask(1000, 1), WINDOW)).toMatchObject({
      status: 400,
      type: 'exceed_context_size_error',
      message: expect.stringContaining('(1000 tokens)') as string,
      extra: { n_prompt_tokens: 1000, n_ctx: 1000 },
    });
    expect(roomFor('llama.cpp', ask(999, 50), WINDOW)).toMatchObject({ limit: 1 });
  });

  test.for<Kind>(['vllm', 'openai'])('%s refuses a sum that is one token too much', (kind) => {
    expect(roomFor(kind, ask(100, 901), WINDOW)).toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      message: expect.stringContaining('maximum context length is 1000 tokens') as string,
    });
    expect(roomFor(kind, ask(1000, null), WINDOW)).toMatchObject({ status: 400 });
    expect(roomFor(kind, ask(100, 0), WINDOW)).toMatchObject({
      message: 'max_tokens must be at least 1, got 0.',
    });
  });

  test('vLLM says of a prompt no more than that it is too long beside the cap', () => {
    for (const [kind, words] of [
      ['vllm', 'least 801 input'],
      ['openai', 'least 900 input'],
    ] as const) {
      const message = expect.stringContaining(words) as string;
      expect(roomFor(kind, ask(900, 200), WINDOW)).toMatchObject({ message });
    }
  });

  test('a template takes room beside the messages of a chat, and nothing of other prompts', () => {
    const sum = (api: Ask['api']) => roomFor('vllm', ask(100, 851, { api }), WINDOW, tokens(50));
    expect(sum('chat')).toMatchObject({ status: 400 });
    expect(sum('responses')).toMatchObject({ status: 400 });
    expect(sum('completions')).toMatchObject({ promptTokens: 100, limit: 851 });
    expect(roomFor('vllm', ask(100, 850), WINDOW, tokens(50))).toMatchObject({ promptTokens: 150 });
  });

  test('Ollama keeps the end of a prompt that is too long, half a window of it', () => {
    const long = ask(0, 10, { prompt: `${'x'.repeat(40_000)} the end` });
    const room = roomFor('ollama', long, WINDOW);
    expect(room).toMatchObject({ promptTokens: 502, limit: 10 });
    expect(room).toHaveProperty('prompt', `${'x'.repeat(502 * 4 - 8)} the end`);
  });

  test('a prompt is never cut inside a character', () => {
    const long = ask(0, 10, { prompt: `${'é'.repeat(4000)}!` });
    expect(roomFor('ollama', long, WINDOW)).toHaveProperty('prompt', `${'é'.repeat(1003)}!`);
  });
});
