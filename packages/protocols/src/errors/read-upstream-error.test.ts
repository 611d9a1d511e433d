import { describe, expect, test } from 'vitest';
import { readErrorObject, readUpstreamError } from './read-upstream-error.ts';

const openai = (message: string, more: object = {}): string =>
  JSON.stringify({ error: { message, ...more } });

describe('a prompt that is too long', () => {
  test.each([
    [
      'llama.cpp',
      openai(
        'request (6054 tokens) exceeds the available context size (2048 tokens), try increasing it',
        { code: 400, type: 'exceed_context_size_error', n_prompt_tokens: 6054, n_ctx: 2048 },
      ),
      6054,
      2048,
    ],
    [
      'llama.cpp, by its sentence alone',
      openai(
        'request (6054 tokens) exceeds the available context size (2048 tokens), try increasing it',
      ),
      6054,
      2048,
    ],
    [
      'vLLM',
      openai(
        "This model's maximum context length is 128000 tokens. However, you requested 65535 output tokens and your prompt contains at least 62466 input tokens, for a total of at least 128001 tokens.",
        { type: 'BadRequestError', code: 400 },
      ),
      62466,
      128000,
    ],
    [
      'vLLM and OpenAI of old',
      openai(
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).",
        { code: 'context_length_exceeded' },
      ),
      4000,
      4096,
    ],
    [
      'vLLM of late, of a prompt alone',
      openai(
        "You passed 4097 input tokens and requested 0 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 4096 tokens.",
        { type: 'BadRequestError', code: 400 },
      ),
      4097,
      4096,
    ],
    ['vLLM with nothing left', openai('max_tokens must be at least 1, got -5.'), null, null],
    [
      'Ollama',
      JSON.stringify({
        error: 'the prompt is longer than the context length currently available to the model',
      }),
      null,
      null,
    ],
    [
      'Ollama embeddings',
      JSON.stringify({ error: 'the input length exceeds the context length' }),
      null,
      null,
    ],
    [
      'LM Studio',
      openai(
        'Trying to keep the first 5032 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      ),
      5032,
      4096,
    ],
    [
      'Anthropic',
      JSON.stringify({
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 208310 tokens > 200000 maximum',
        },
      }),
      208310,
      200000,
    ],
  ])('is known as such from %s', (_server, body, promptTokens, context) => {
    expect(readUpstreamError(400, body)).toMatchObject({ kind: 'context', promptTokens, context });
  });
});

test.each([
  [503, openai('Loading model', { code: 503, type: 'unavailable_error' }), 'loading'],
  [
    503,
    JSON.stringify({ error: 'server busy, please try again.  maximum pending requests exceeded' }),
    'busy',
  ],
  [429, openai('slow down'), 'busy'],
  [404, JSON.stringify({ error: "model 'llama9' not found" }), 'model'],
  [404, openai('File Not Found', { code: 404, type: 'not_found_error' }), 'route'],
  [404, '404 page not found', 'route'],
  [401, openai('Invalid API Key'), 'key'],
  [400, openai("Field 'max_tokens': type must be number", { code: 400 }), 'request'],
  [422, JSON.stringify({ detail: 'field required' }), 'request'],
  [500, JSON.stringify({ error: 'llama runner process has terminated' }), 'failed'],
  [502, '<html>Bad Gateway</html>', 'failed'],
  [500, '', 'failed'],
])('status %i with %s is: %s', (status, body, kind) => {
  const error = readUpstreamError(status, body);
  expect(error.kind).toBe(kind);
  expect(error.message).not.toBe('');
});

test('what is said and its code are kept', () => {
  expect(readUpstreamError(400, openai('no', { type: 'invalid_request_error' }))).toMatchObject({
    message: 'no',
    code: 'invalid_request_error',
  });
  expect(readUpstreamError(422, JSON.stringify({ detail: 'field required' })).message).toBe(
    'field required',
  );
});

test('an error inside a stream is judged by the status that it carries itself', () => {
  expect(readErrorObject(200, { error: { code: 400, message: 'bad grammar' } }).kind).toBe(
    'request',
  );
  expect(readErrorObject(200, { error: 'out of memory' }).kind).toBe('failed');
});
