import { tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { chatOf, startGateway, recorded } from './gateway.test.helper.ts';

const RATE = '    models: { tiny: { tokens_per_second: 10 } }';

function sent(machine: { calls: readonly { body: unknown }[] }): Record<string, unknown> {
  return machine.calls.at(-1)?.body as Record<string, unknown>;
}

describe('a cap', () => {
  test('is worked out from the time of the priority and goes to the machine in the field it obeys', async () => {
    const { post, machine } = await startGateway({
      machine: { models: [{ name: 'tiny', context: tokens(32_768) }] },
      box: RATE,
    });
    const headers = { 'x-hearth-priority': 'user' };
    const response = await post('/v1/chat/completions', chatOf('hello'), headers);
    // Five minutes less a second, at ten tokens a second.
    expect(response.headers.get('x-hearth-cap')).toBe('2990');
    expect(sent(machine)).toMatchObject({ max_tokens: 2990, stream: true });
  });

  test('follows the time that the caller allows', async () => {
    const { post } = await startGateway({ box: RATE });
    const headers = { 'x-hearth-timeout': '21' };
    const response = await post('/v1/chat/completions', chatOf('hello'), headers);
    const cap = Number(response.headers.get('x-hearth-cap'));
    expect(cap).toBeGreaterThan(190);
    expect(cap).toBeLessThanOrEqual(200);
  });

  test('of the caller is kept, under whatever name it came', async () => {
    const { post, machine } = await startGateway({ box: RATE });
    const body = chatOf('hello', { max_completion_tokens: 7, max_tokens: 9 });
    const response = await post('/v1/chat/completions', body);
    expect(response.headers.get('x-hearth-cap')).toBe('7');
    expect(response.headers.get('x-hearth-cap-reason')).toBe('caller');
    expect(sent(machine)).toMatchObject({ max_tokens: 7 });
    expect(sent(machine)).not.toHaveProperty('max_completion_tokens');
  });

  test.each([null, -1])('of %s is none', async (none) => {
    const { post } = await startGateway({ box: RATE });
    const response = await post('/v1/chat/completions', chatOf('hello', { max_tokens: none }));
    expect(response.headers.get('x-hearth-cap-reason')).toBe('time');
  });

  test('that does not fit the context beside the prompt is lowered to what does', async () => {
    const { post, machine } = await startGateway({
      machine: { models: [{ name: 'tiny', context: tokens(1000) }] },
    });
    const body = chatOf('word '.repeat(400), { max_tokens: 65_535 });
    const response = await post('/v1/chat/completions', body);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-hearth-cap-reason')).toBe('context');
    // The machine counts 500 tokens; what it does not count is left free.
    const cap = Number(response.headers.get('x-hearth-cap'));
    expect(cap).toBeGreaterThan(450);
    expect(cap).toBeLessThanOrEqual(500);
    expect(machine.seen.some(({ path }) => path === '/tokenize')).toBe(true);
  });

  test('is not counted by the machine while the prompt is far from the context', async () => {
    const { post, machine } = await startGateway({});
    await post('/v1/chat/completions', chatOf('hello'));
    expect(machine.seen.some(({ path }) => path === '/tokenize')).toBe(false);
  });

  test.each(['vllm', 'openai'] as const)('never makes a sum that %s would refuse', async (kind) => {
    const { post } = await startGateway({
      machine: { kind, models: [{ name: 'tiny', context: tokens(2000) }] },
      box: '    models: { tiny: { context: 2000 } }',
    });
    for (const words of [10, 300, 900, 1200]) {
      const body = chatOf('word '.repeat(words), { max_tokens: 1990 });
      const response = await post('/v1/chat/completions', body);
      expect(response.status).toBe(200);
    }
  });
});

test('a prompt that does not fit is refused with its three numbers, and the slot is free at once', async () => {
  const { post, machine, queue } = await startGateway({
    machine: { models: [{ name: 'tiny', context: tokens(500) }] },
  });
  const response = await post('/v1/chat/completions', chatOf('word '.repeat(500)));
  expect(response.status).toBe(400);
  expect(response.headers.get('x-hearth-reason')).toBe('context');
  expect(response.headers.get('x-should-retry')).toBe('false');
  expect(response.headers.get('retry-after')).toBeNull();
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect(error.code).toBe('context_length_exceeded');
  expect(error.message).toMatch(/625|64\d/);
  expect(error.message).toContain('500');
  expect(machine.calls).toHaveLength(0);
  expect((await recorded(queue, 1))[0]).toMatchObject({ end: 'context' });
  expect((await post('/v1/chat/completions', chatOf('short'))).status).toBe(200);
});

test('an Ollama that would cut a long prompt in silence never gets it', async () => {
  const { post, machine } = await startGateway({
    machine: { kind: 'ollama', models: [{ name: 'tiny', context: tokens(500) }] },
  });
  const response = await post('/v1/chat/completions', chatOf('word '.repeat(900)));
  expect(response.status).toBe(400);
  expect(machine.calls).toHaveLength(0);
});

test('a time in which no answer is possible is refused without asking the machine', async () => {
  const { post, machine } = await startGateway({ box: RATE });
  const headers = { 'x-hearth-timeout': '5' };
  const response = await post('/v1/chat/completions', chatOf('hello'), headers);
  expect(response.status).toBe(504);
  expect(response.headers.get('x-hearth-reason')).toBe('floor');
  expect(response.headers.get('x-should-retry')).toBe('false');
  expect(machine.calls).toHaveLength(0);
});

test('a machine that goes on past its cap is cut, and the answer says so', async () => {
  const { post, machine, queue, settled } = await startGateway({
    machine: { kind: 'ollama', tokensPerSecond: 2000, answer: tokens(Infinity) },
  });
  // Ollama passes over this field on its OpenAI route only when it is called by another name, so lie about the kind.
  machine.failNext({ kind: 'cut-bytes', every: 50 });
  const response = await post('/v1/chat/completions', chatOf('hello', { max_tokens: 5 }));
  const answer = (await response.json()) as { choices: { finish_reason: string }[] };
  expect(answer.choices[0]?.finish_reason).toBe('length');
  await settled();
  expect((await recorded(queue, 1))[0]).toMatchObject({ end: 'length', answerTokens: 5 });
});

test('the rate is learnt from the answers, and kept for the next gateway', async () => {
  const { post, queue, settled, door } = await startGateway({
    machine: { tokensPerSecond: 200, answer: tokens(40) },
    box: RATE,
  });
  await (await post('/v1/chat/completions', chatOf('hello'))).text();
  await settled();
  const [rate] = queue.loadRates();
  expect(rate?.decode).toBeGreaterThan(150);
  expect(rate?.decode).toBeLessThan(260);
  expect(door.machines()[0]?.models[0]?.tokens_per_second).toBe(rate?.decode);
  const next = await post('/v1/chat/completions', chatOf('hello'));
  expect(Number(next.headers.get('x-hearth-cap'))).toBeGreaterThan(3000);
});
