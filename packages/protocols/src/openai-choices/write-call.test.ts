import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';
import { CAP_NAMES } from '../request/write-caps.ts';
import { UPSTREAM_KINDS, type UpstreamKind } from '../upstream-kind.ts';
import { writeChatCall, writeCompletionsCall } from './write-call.ts';

const orders = (upstream: UpstreamKind = 'llama.cpp') =>
  ({ model: 'real', cap: tokens(77), upstream, context: null }) as const;

const everyCap = Object.fromEntries(CAP_NAMES.map((name, at) => [name, at + 1]));
const capsIn = (body: object): [string, unknown][] =>
  Object.entries(body).filter(([key]) => (CAP_NAMES as readonly string[]).includes(key));

describe('a chat', () => {
  test.each(UPSTREAM_KINDS)(
    'for %s has its cap in the one field that is obeyed there',
    (upstream) => {
      const field = upstream === 'vllm' ? 'max_completion_tokens' : 'max_tokens';
      const written = writeChatCall({ messages: [], ...everyCap }, orders(upstream));
      expect(capsIn(written)).toEqual([[field, 77]]);
    },
  );

  test('keeps what hearth does not know', () => {
    const body = {
      messages: [{ role: 'user', odd: 1 }],
      temperature: 0,
      chat_template_kwargs: { x: [1] },
    };
    expect(writeChatCall(body, orders())).toEqual({
      ...body,
      model: 'real',
      max_tokens: 77,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('is always a stream with usage, and keeps its other stream options', () => {
    const body = {
      stream: false,
      stream_options: { include_usage: false, continuous_usage_stats: true },
    };
    expect(writeChatCall(body, orders())).toMatchObject({
      stream: true,
      stream_options: { include_usage: true, continuous_usage_stats: true },
    });
  });

  test('does not change the body that it is given', () => {
    const body = Object.freeze({
      model: 'alias',
      max_tokens: 5,
      stream_options: Object.freeze({}),
    });
    writeChatCall(body, orders());
    expect(body).toEqual({ model: 'alias', max_tokens: 5, stream_options: {} });
  });
});

test.each(UPSTREAM_KINDS)('a completion for %s has its cap in max_tokens', (upstream) => {
  const written = writeCompletionsCall({ prompt: 'x', ...everyCap }, orders(upstream));
  expect(capsIn(written)).toEqual([['max_tokens', 77]]);
  expect(written).toMatchObject({
    model: 'real',
    stream: true,
    stream_options: { include_usage: true },
  });
});
