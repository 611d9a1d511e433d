import { instant, name, tokens, type BudgetName } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { chatOf, startGateway, recorded } from './gateway.test.helper.ts';

const RATE = '    models: { tiny: { tokens_per_second: 10 } }';

function sent(machine: { calls: readonly { body: unknown }[] }): Record<string, unknown> {
  return machine.calls.at(-1)?.body as Record<string, unknown>;
}

/** The cap of a chat, whichever of its two names it has. */
function capIn(body: unknown): number | undefined {
  const fields = body as { max_tokens?: number; max_completion_tokens?: number };
  return fields.max_tokens ?? fields.max_completion_tokens;
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

describe('a machine that refuses the sum of prompt and cap, as its template needs more than was counted', () => {
  test.each([
    ['vllm', 150, 900],
    ['openai', 900, 320],
  ] as const)('%s gets the call once more with a smaller cap', async (kind, template, words) => {
    const models = [{ name: 'tiny', context: tokens(2000), template: tokens(template) }];
    const { post, machine, queue, settled } = await startGateway({
      machine: { kind, models },
      box: '    models: { tiny: { context: 2000 } }',
    });
    const body = chatOf('word '.repeat(words), { max_tokens: 1990 });
    const response = await post('/v1/chat/completions', body);
    expect(response.status).toBe(200);
    const [first, second, ...more] = machine.calls.map((call) => capIn(call.body));
    expect(more).toEqual([]);
    expect(first).toBeGreaterThan(second ?? Infinity);
    expect(second).toBeGreaterThan(400);
    expect(response.headers.get('x-hearth-cap')).toBe(String(second));
    expect(response.headers.get('x-hearth-cap-reason')).toBe('context');
    await settled();
    expect(await recorded(queue, 5)).toMatchObject([{ end: 'stop', cap: second }]);
  });

  test('a window that nobody knew is known from then on', async () => {
    const { post, machine } = await startGateway({
      machine: { kind: 'openai', models: [{ name: 'tiny', context: tokens(2000) }] },
    });
    const first = await post('/v1/chat/completions', chatOf('hello'));
    expect(first.status).toBe(200);
    expect(machine.calls).toHaveLength(2);
    expect(Number(first.headers.get('x-hearth-cap'))).toBeLessThan(2000);
    await post('/v1/chat/completions', chatOf('hello'));
    expect(machine.calls).toHaveLength(3);
  });

  test('is asked no third time: what does not fit then is refused, and nobody is charged', async () => {
    const models = [{ name: 'tiny', context: tokens(2000), template: tokens(700) }];
    const { post, machine, door } = await startGateway({
      machine: { kind: 'vllm', models },
      yaml: 'budgets: { scripts: { gpu_time: 10m, per: hour } }',
    });
    const headers = { 'x-hearth-budget': 'scripts' };
    const response = await post('/v1/chat/completions', chatOf('word '.repeat(900)), headers);
    expect(response.status).toBe(400);
    expect(response.headers.get('x-hearth-reason')).toBe('context');
    expect(machine.calls).toHaveLength(2);
    const left = door.budgetLeft(name<BudgetName>('scripts'), instant(Date.now())).left;
    expect(left).toBeGreaterThan(599);
    expect((await post('/v1/chat/completions', chatOf('short'))).status).toBe(200);
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

test('a machine that was never measured is asked in a short time too, and measured by that', async () => {
  const { post, machine, settled } = await startGateway({
    machine: { tokensPerSecond: 40, answer: tokens(Infinity) },
  });
  const headers = { 'x-hearth-timeout': '2.5' };
  const first = await post('/v1/chat/completions', chatOf('hello'), headers);
  expect(first.status).toBe(200);
  expect(first.headers.get('x-hearth-cap')).toBe('64');
  const { choices } = (await first.json()) as { choices: { finish_reason: string }[] };
  expect(choices[0]?.finish_reason).toBe('length');
  await settled();
  // From now on it is known that it cannot be done.
  const second = await post('/v1/chat/completions', chatOf('hello'), headers);
  expect(second.headers.get('x-hearth-reason')).toBe('floor');
  expect(machine.calls).toHaveLength(1);
});

test('a model that thinks first is not asked for what would end in its thoughts', async () => {
  const { post, machine, settled } = await startGateway({
    machine: { tokensPerSecond: 400, thinking: tokens(200), answer: tokens(20) },
    box: '    models: { tiny: { tokens_per_second: 100 } }',
  });
  await (await post('/v1/chat/completions', chatOf('hello'))).text();
  await settled();
  // At four hundred a second there is time for two hundred tokens, and it thinks for as long.
  const headers = { 'x-hearth-timeout': '1.5' };
  const refused = await post('/v1/chat/completions', chatOf('hello'), headers);
  expect(refused.status).toBe(504);
  expect(refused.headers.get('x-hearth-reason')).toBe('floor');
  expect(machine.calls).toHaveLength(1);
  const calm = chatOf('hello', { chat_template_kwargs: { enable_thinking: false } });
  const answer = await post('/v1/chat/completions', calm, headers);
  expect(answer.status).toBe(200);
  await settled();
  const long = { 'x-hearth-timeout': '5' };
  expect((await post('/v1/chat/completions', chatOf('hello'), long)).status).toBe(200);
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
