import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import { anthropicMessages } from './index.ts';

const messages = [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }];

test('a message is read, with its system prompt; a cap is not required', () => {
  const bare = anthropicMessages.readCall({ messages });
  const full = anthropicMessages.readCall({
    messages,
    system: 'be brief',
    stream: true,
    max_tokens: 9,
    output_format: { type: 'json_schema' },
  });
  expect(bare).toMatchObject({
    ok: true,
    call: { stream: false, callerCap: null, json: false, wantsUsage: true },
  });
  expect(full).toMatchObject({ ok: true, call: { stream: true, callerCap: 9, json: true } });
  const size = (reading: typeof bare): number => (reading.ok ? reading.call.prompt.bytes : 0);
  expect(size(full) - size(bare)).toBe('be brief'.length);
});

test('a message is written with max_tokens, as a stream, with all else untouched', () => {
  const body = {
    messages,
    thinking: { type: 'enabled', budget_tokens: 50 },
    stop_sequences: ['x'],
  };
  const orders = { model: 'real', cap: tokens(64), upstream: 'llama.cpp', context: null } as const;
  expect(anthropicMessages.writeCall(body, orders)).toEqual({
    ...body,
    model: 'real',
    max_tokens: 64,
    stream: true,
  });
});
