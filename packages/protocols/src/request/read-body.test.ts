import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { protocolAt } from '../fixtures.test.support.ts';

const MESSAGES = [{ role: 'user', content: 'hello' }];

/** Where each API takes its cap, and the least body around it. */
const CAPS = [
  { path: '/v1/chat/completions', field: 'max_tokens', base: { messages: MESSAGES } },
  { path: '/v1/chat/completions', field: 'max_completion_tokens', base: { messages: MESSAGES } },
  { path: '/v1/chat/completions', field: 'n_predict', base: { messages: MESSAGES } },
  { path: '/v1/chat/completions', field: 'max_new_tokens', base: { messages: MESSAGES } },
  { path: '/v1/completions', field: 'max_tokens', base: { prompt: 'hello' } },
  { path: '/v1/completions', field: 'n_predict', base: { prompt: 'hello' } },
  { path: '/v1/responses', field: 'max_output_tokens', base: { input: 'hello' } },
  { path: '/v1/messages', field: 'max_tokens', base: { messages: MESSAGES } },
  { path: '/api/chat', field: 'options.num_predict', base: { messages: MESSAGES } },
  { path: '/api/generate', field: 'options.num_predict', base: { prompt: 'hello' } },
];

describe.each(CAPS)('$field at $path', ({ path, field, base }) => {
  const read = (value: unknown) => {
    const [outer, inner] = field.split('.');
    return protocolAt(path).readCall({
      ...base,
      [outer ?? field]: inner ? { [inner]: value } : value,
    });
  };

  test.each([null, -1, -2, -0.5, undefined])('%s is no cap', (value) => {
    expect(read(value)).toMatchObject({ ok: true, call: { callerCap: null } });
  });

  test('a whole number from 1 up is the cap', () => {
    expect(read(1)).toMatchObject({ ok: true, call: { callerCap: 1 } });
    expect(read(4096)).toMatchObject({ ok: true, call: { callerCap: 4096 } });
  });

  test.each([0, 1.5, '100', true, [], {}, 1e300, Number.POSITIVE_INFINITY])(
    '%s is refused, and the answer says which field and what it may be',
    (value) => {
      const reading = read(value);
      expect(reading).toMatchObject({ ok: false, field });
      expect(reading).toHaveProperty(
        'message',
        expect.stringContaining(`"${field}" must be a whole number of tokens from 1 up`),
      );
    },
  );
});

describe('a body', () => {
  const PATHS = [
    '/v1/chat/completions',
    '/v1/responses',
    '/v1/embeddings',
    '/api/chat',
    '/api/embed',
  ];

  test.each(PATHS)('at %s that is no object is refused', (path) => {
    for (const body of [null, undefined, 'text', 7, [], true]) {
      expect(protocolAt(path).readCall(body)).toMatchObject({ ok: false, field: null });
    }
  });

  test.each([
    ['/v1/chat/completions', {}, 'messages', '"messages" is missing.'],
    [
      '/v1/chat/completions',
      { messages: ['hi'] },
      'messages.0',
      '"messages.0" must be an object. It is "hi".',
    ],
    [
      '/v1/chat/completions',
      { messages: MESSAGES, stream: 'yes' },
      'stream',
      '"stream" must be true or false. It is "yes".',
    ],
    [
      '/v1/chat/completions',
      { messages: MESSAGES, model: 7 },
      'model',
      '"model" must be text. It is 7.',
    ],
    ['/v1/completions', {}, 'prompt', '"prompt" is missing.'],
    ['/v1/responses', { input: 7 }, 'input', '"input" must be text or a list. It is 7.'],
    [
      '/v1/messages',
      { messages: 'hi' },
      'messages',
      '"messages" must be a list of messages. It is "hi".',
    ],
    ['/api/generate', { prompt: ['hi'] }, 'prompt', '"prompt" must be text. It is a list.'],
    ['/api/chat', { options: [] }, 'options', '"options" must be an object. It is a list.'],
    ['/v1/embeddings', { input: null }, 'input', '"input" must be text or a list. It is null.'],
  ])('at %s with %j is refused with a clear sentence', (path, body, field, message) => {
    expect(protocolAt(path).readCall(body)).toEqual({ ok: false, field, message });
  });

  test.each([
    [100, true],
    [100_000, false],
  ])('with %i levels is taken only if it can be written again: %s', (levels, ok) => {
    const metadata: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    const reading = protocolAt('/v1/chat/completions').readCall({ messages: MESSAGES, metadata });
    expect(reading.ok || reading.message.includes('200 levels')).toBe(true);
    expect(reading.ok).toBe(ok);
  });

  test('of any kind at all is answered, never thrown at', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PATHS), fc.jsonValue(), (path, value) => {
        for (const body of [
          value,
          { messages: value, input: value, options: value, model: value },
        ]) {
          expect(typeof protocolAt(path).readCall(body).ok).toBe('boolean');
        }
      }),
      { numRuns: 200 },
    );
  });
});
