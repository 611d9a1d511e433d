import { expect, test } from 'vitest';
import { protocolOf } from '../protocol-of.ts';
import { letsThink } from './lets-think.ts';

test.each([
  {},
  { think: true },
  { think: 'high' },
  { reasoning_effort: 'low' },
  { reasoning: null },
  { thinking: { type: 'enabled', budget_tokens: 1024 } },
  { chat_template_kwargs: { enable_thinking: true } },
  { chat_template_kwargs: [] },
])('%j lets a model think', (body) => {
  expect(letsThink(body)).toBe(true);
});

test.each([
  { think: false },
  { reasoning_effort: 'none' },
  { reasoning: { effort: 'none' } },
  { thinking: { type: 'disabled' } },
  { chat_template_kwargs: { enable_thinking: false } },
  { reasoning_budget_tokens: 0 },
  { thinking_budget_tokens: 0 },
])('%j does not', (body) => {
  expect(letsThink(body)).toBe(false);
});

test('every call is read with it', () => {
  const body = { messages: [], think: false };
  for (const path of ['/v1/chat/completions', '/v1/messages', '/api/chat']) {
    expect(protocolOf(path)?.readCall(body)).toMatchObject({ call: { thinks: false } });
    expect(protocolOf(path)?.readCall({ messages: [] })).toMatchObject({ call: { thinks: true } });
  }
});
