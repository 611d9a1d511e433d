import { describe, expect, test } from 'vitest';
import { begun, decode, followerAt, followFixture, payloads } from '../fixtures.test.support.ts';
import { encode } from '../stream/bytes.ts';

const PATH = '/v1/messages';

describe('one answer made of a stream', () => {
  test('has text, thinking, stop reason and usage', () => {
    const { follower } = followFixture({ file: 'messages.ollama.sse', path: PATH });
    expect(follower.assemble(null)).toEqual({
      id: 'msg_o',
      type: 'message',
      role: 'assistant',
      model: 'gpt-oss:20b',
      content: [
        { type: 'thinking', thinking: 'Which room?' },
        { type: 'text', text: 'The kitchen.' },
      ],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 33, output_tokens: 9 },
    });
  });

  test('has the input of each tool as JSON, an empty one where none came', () => {
    const { follower } = followFixture({ file: 'messages.lmstudio.sse', path: PATH });
    expect(follower.assemble(null)).toMatchObject({
      content: [
        { type: 'tool_use', id: 'toolu_1', name: 'heating', input: { room: 'bath' } },
        { type: 'tool_use', id: 'toolu_2', name: 'status', input: {} },
      ],
      stop_reason: 'tool_use',
    });
  });

  test('leaves out a call of a tool whose input was cut off', () => {
    expect(begun('messages.lmstudio.sse', PATH, 4).assemble('deadline')).toMatchObject({
      content: [],
      stop_reason: 'max_tokens',
      hearth: { cut: 'deadline' },
    });
  });
});

describe('a stream that hearth cuts', () => {
  test('closes its block and stops at max_tokens', () => {
    const text = decode(begun('messages.llama-cpp.sse', PATH, 5).cut('deadline'));
    expect(payloads(text)).toMatchObject([
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'max_tokens', stop_sequence: null },
        usage: { input_tokens: 1, cache_read_input_tokens: 64, output_tokens: 2 },
        hearth: { cut: 'deadline' },
      },
      { type: 'message_stop' },
    ]);
    expect(text.match(/^event: \S+/gm)).toEqual([
      'event: content_block_stop',
      'event: message_delta',
      'event: message_stop',
    ]);
  });

  test('between two blocks closes none', () => {
    const [first] = payloads(decode(begun('messages.ollama.sse', PATH, 5).cut('deadline')));
    expect(first).toMatchObject({ type: 'message_delta', hearth: { reasoning_only: true } });
  });
});

test('a stream that has its stop reason is complete, and gets the message_stop that it lacks', () => {
  const follower = begun('messages.vllm.sse', PATH, 6);
  const { complete, closing } = follower.end();
  expect(complete).toBe(true);
  expect(decode(closing)).toBe('event: message_stop\ndata: {"type":"message_stop"}\n\n');
});

test('a message_stop without a stop reason is held back', () => {
  const follower = begun('messages.vllm.sse', PATH, 5);
  const [event] = follower.push(encode('event: message_stop\ndata: {"type":"message_stop"}\n\n'));
  expect(event).toMatchObject({ kind: 'done', verdict: 'drop' });
  expect(follower.end().complete).toBe(false);
});

test('an error event of the upstream passes as it is', () => {
  const [event] = followerAt(PATH).push(
    encode(
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    ),
  );
  expect(event).toMatchObject({
    kind: 'error',
    verdict: 'pass',
    error: { kind: 'busy', code: 'overloaded_error' },
  });
});
