import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import { openaiResponses } from './index.ts';

test('a response is read: its text, its instructions and its tools are the prompt', () => {
  const bare = openaiResponses.readCall({ input: 'hello' });
  const full = openaiResponses.readCall({
    model: 'm',
    stream: true,
    instructions: 'be brief',
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'hello' }] }],
    text: { format: { type: 'json_schema', schema: {} } },
    max_output_tokens: 30,
    max_tokens: 20,
  });
  expect(bare).toMatchObject({
    ok: true,
    call: { stream: false, json: false, wantsUsage: true, prompt: { bytes: 5 } },
  });
  expect(full).toMatchObject({
    ok: true,
    call: { model: 'm', stream: true, json: true, callerCap: 20 },
  });
  expect(full.ok && full.call.prompt.bytes).toBeGreaterThan(13);
});

test('a response is written with max_output_tokens alone, as a stream, with all else untouched', () => {
  const body = { input: 'hello', max_tokens: 5, n_predict: 9, store: false, stream: false };
  const orders = { model: 'real', cap: tokens(64), upstream: 'ollama', context: null } as const;
  expect(openaiResponses.writeCall(body, orders)).toEqual({
    input: 'hello',
    store: false,
    model: 'real',
    max_output_tokens: 64,
    stream: true,
  });
});
