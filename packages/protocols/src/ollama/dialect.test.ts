import { describe, expect, test } from 'vitest';
import { begun, decode, followerAt, followFixture, payloads } from '../fixtures.test.support.ts';

test('a chat becomes one answer with its message, its calls of tools and its counts', () => {
  const { follower } = followFixture({ file: 'chat.ollama.ndjson', path: '/api/chat' });
  expect(follower.assemble(null)).toEqual({
    model: 'qwen3:30b',
    created_at: '2026-11-29T18:51:40.5Z',
    message: {
      role: 'assistant',
      content: 'Both 🔥 are warm.',
      thinking: 'Two rooms.',
      tool_calls: [
        { id: 'call_o', function: { index: 0, name: 'lights', arguments: { on: true } } },
      ],
    },
    done: true,
    done_reason: 'stop',
    total_duration: 3000000000,
    load_duration: 50000000,
    prompt_eval_count: 40,
    prompt_eval_duration: 800000000,
    eval_count: 11,
    eval_duration: 792000000,
  });
});

test('a generated text becomes one answer with its context', () => {
  const { follower } = followFixture({ file: 'generate.ollama.ndjson', path: '/api/generate' });
  expect(follower.assemble(null)).toMatchObject({
    response: 'Es ist kälter',
    done: true,
    done_reason: 'length',
    context: [151644, 872, 198],
  });
});

describe('an answer that hearth cuts', () => {
  test('ends a chat with one line that says length and how many tokens there were', () => {
    const text = decode(begun('chat.ollama.ndjson', '/api/chat', 3).cut('deadline'));
    expect(text.endsWith('}\n')).toBe(true);
    expect(payloads(text)).toEqual([
      {
        model: 'qwen3:30b',
        created_at: '2026-11-29T18:51:40.5Z',
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: 'length',
        eval_count: 3,
        hearth: { cut: 'deadline', usage_estimated: true },
      },
    ]);
  });

  test('ends a generated text alike', () => {
    const [line] = payloads(
      decode(begun('generate.ollama.ndjson', '/api/generate', 1).cut('restarting')),
    );
    expect(line).toMatchObject({ response: '', done: true, done_reason: 'length', eval_count: 1 });
  });

  test('is one answer with what there is for a caller that asked for no stream', () => {
    expect(begun('chat.ollama.ndjson', '/api/chat', 2).assemble('deadline')).toMatchObject({
      message: { role: 'assistant', content: '', thinking: 'Two rooms.' },
      done: true,
      done_reason: 'length',
      hearth: { cut: 'deadline', reasoning_only: true },
    });
  });
});

test('a call that only loads the model is complete', () => {
  const follower = followerAt('/api/generate');
  follower.push(
    new TextEncoder().encode(
      '{"model":"m","created_at":"2026-11-29T18:51:40Z","response":"","done":true,"done_reason":"load"}\n',
    ),
  );
  expect(follower.end().complete).toBe(true);
  expect(follower.progress).toMatchObject({ firstToken: false, finishReason: 'load', tokens: 0 });
});
