import { seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';
import { decode, payloads, protocolAt } from '../fixtures.test.support.ts';
import { PROTOCOLS } from '../protocol-of.ts';
import { CONTEXT_LENGTH_EXCEEDED, type Problem } from './problem.ts';

const TOO_LONG: Problem = {
  status: 400,
  code: CONTEXT_LENGTH_EXCEEDED,
  message: 'The prompt has about 9000 tokens and the context has 8192.',
  hint: 'Shorten the prompt.',
  details: { prompt_tokens: 9000, context: 8192 },
};
const FULL: Problem = {
  status: 429,
  code: 'queue_full',
  message: 'The queue is full.',
  retryAfter: seconds(7),
};

test('OpenAI clients find code, type and a message with the hint', () => {
  expect(protocolAt('/v1/chat/completions').errorBody(TOO_LONG)).toEqual({
    error: {
      message: 'The prompt has about 9000 tokens and the context has 8192. Shorten the prompt.',
      type: 'invalid_request_error',
      param: null,
      code: 'context_length_exceeded',
      hint: 'Shorten the prompt.',
      details: { prompt_tokens: 9000, context: 8192 },
    },
  });
});

test('Anthropic clients find the type', () => {
  expect(protocolAt('/v1/messages').errorBody(FULL)).toEqual({
    type: 'error',
    error: {
      type: 'rate_limit_error',
      message: 'The queue is full.',
      code: 'queue_full',
      retry_after_seconds: 7,
    },
  });
});

test('Ollama clients find one sentence', () => {
  expect(protocolAt('/api/chat').errorBody(TOO_LONG)).toEqual({
    error: 'The prompt has about 9000 tokens and the context has 8192. Shorten the prompt.',
    code: 'context_length_exceeded',
    hint: 'Shorten the prompt.',
    details: { prompt_tokens: 9000, context: 8192 },
  });
});

test.each([
  [400, 'invalid_request_error', 'invalid_request_error'],
  [401, 'authentication_error', 'authentication_error'],
  [403, 'permission_error', 'permission_error'],
  [404, 'not_found_error', 'not_found_error'],
  [413, 'invalid_request_error', 'request_too_large'],
  [429, 'rate_limit_error', 'rate_limit_error'],
  [500, 'server_error', 'api_error'],
  [503, 'server_error', 'overloaded_error'],
  [504, 'server_error', 'timeout_error'],
])('status %i is the type that the clients know', (status, openai, anthropic) => {
  const problem = { status, code: 'x', message: 'X.' };
  expect(protocolAt('/v1/responses').errorBody(problem)).toMatchObject({ error: { type: openai } });
  expect(protocolAt('/v1/messages').errorBody(problem)).toMatchObject({
    error: { type: anthropic },
  });
});

describe('inside a stream', () => {
  test.each(PROTOCOLS.filter(({ framing }) => framing !== 'json'))(
    '$name has one whole event with the same error',
    (protocol) => {
      const text = decode(protocol.errorEvent(FULL));
      const [event] = payloads(text);
      expect(event).toMatchObject(protocol.errorBody(FULL));
      expect(text.endsWith(protocol.framing === 'sse' ? '}\n\n' : '}\n')).toBe(true);
    },
  );

  test('the named events of responses and messages have their names', () => {
    expect(decode(protocolAt('/v1/messages').errorEvent(FULL))).toMatch(/^event: error\ndata: /);
    const responses = decode(protocolAt('/v1/responses').errorEvent(FULL));
    expect(responses).toMatch(/^event: error\ndata: /);
    expect(payloads(responses)[0]).toMatchObject({
      type: 'error',
      code: 'queue_full',
      message: 'The queue is full.',
      sequence_number: 0,
    });
  });

  test('embeddings have no streams, and so no bytes', () => {
    expect(protocolAt('/v1/embeddings').errorEvent(FULL)).toHaveLength(0);
  });
});
