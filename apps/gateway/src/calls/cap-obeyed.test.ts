import { seconds, tokens } from '@hearth/words';
import { expect, test } from 'vitest';

import { chatOf, recorded, startGateway } from './gateway.test.helper.ts';

test.each(['in one piece', 'as a stream'])(
  'a machine that passes over its cap is cut, and the answer says so, %s',
  async (how) => {
    const { post, machine, queue, settled } = await startGateway({
      machine: { tokensPerSecond: 500, answer: tokens(Infinity) },
    });
    machine.failNext({ kind: 'no-cap' });
    const body = chatOf('hello', { max_tokens: 5, stream: how === 'as a stream' });
    const text = await (await post('/v1/chat/completions', body)).text();
    expect(text).toContain('"finish_reason":"length"');
    await settled();
    expect(machine.calls[0]?.state).toBe('aborted');
    const [record] = await recorded(queue, 1);
    expect(record).toMatchObject({ end: 'length', cap: 5 });
    // Some servers count a little differently, so that a few more are let pass.
    expect(record?.answerTokens).toBeLessThan(1000);
  },
);

test('a machine that passes over its cap and cannot say when it is idle is not taken to be so at once', async () => {
  const { post, machine, door } = await startGateway({
    machine: { kind: 'ollama', tokensPerSecond: 500, answer: tokens(Infinity) },
  });
  machine.failNext({ kind: 'no-cap' });
  await (await post('/v1/chat/completions', chatOf('hello', { max_tokens: 5 }))).text();
  expect(door.counts()).toEqual({ waiting: 0, running: 0, draining: 1 });
});

test.each(['llama.cpp', 'ollama', 'vllm', 'lmstudio', 'openai'] as const)(
  'the cap of a caller is obeyed by %s, by whichever name it came',
  async (kind) => {
    const { post, queue, settled } = await startGateway({
      machine: { kind, answer: tokens(Infinity) },
    });
    for (const field of ['max_tokens', 'max_completion_tokens']) {
      const response = await post('/v1/chat/completions', chatOf('hello', { [field]: 9 }));
      const { choices } = (await response.json()) as { choices: { finish_reason: string }[] };
      expect(choices[0]?.finish_reason).toBe('length');
      await settled();
      const [record] = await recorded(queue, 1);
      expect(record).toMatchObject({ end: 'length', cap: 9, capReason: 'caller' });
      // LM Studio reports one less than it wrote where the cap ended it.
      expect(record?.answerTokens).toBe(kind === 'lmstudio' ? 8 : 9);
    }
  },
);

test('an answer in JSON that was cut has the reason beside it, and is no error', async () => {
  const { post } = await startGateway({
    machine: { answer: () => '{"a long answer": "in many parts of words"}' },
  });
  const format = { response_format: { type: 'json_object' }, max_tokens: 3 };
  const response = await post('/v1/chat/completions', chatOf('hello', format));
  expect(response.status).toBe(200);
  const { choices } = (await response.json()) as {
    choices: { finish_reason: string; message: { content: string } }[];
  };
  expect(choices[0]?.finish_reason).toBe('length');
  expect(choices[0]?.message.content).toMatch(/^\{"a long/);
});

test('thoughts that use up the cap are marked as no answer', async () => {
  const { post } = await startGateway({ machine: { thinking: tokens(500) } });
  const answer = await post('/v1/chat/completions', chatOf('hello', { max_tokens: 200 }));
  expect(await answer.json()).toMatchObject({
    choices: [{ finish_reason: 'length', message: { content: '' } }],
    hearth: { reasoning_only: true },
  });
});

test('a prompt of which a machine read only half its window is told to the operator', async () => {
  // Nobody knows the window before the model is loaded.
  const models = [{ name: 'tiny', context: tokens(500), loaded: false }];
  const { post, machine, logged } = await startGateway({
    machine: { kind: 'ollama', models, tokensPerSecond: 50, answer: tokens(20) },
  });
  await (await post('/v1/chat/completions', chatOf('word '.repeat(900)))).text();
  expect(machine.calls).toHaveLength(1);
  await logged('cut the prompt of call 1 to half its window');
});

test('a caller cannot have the model loaded anew with a window of its own', async () => {
  const models = [{ name: 'tiny', loadTime: seconds(0.2) }];
  const { post, machine, queue, settled } = await startGateway({
    machine: { kind: 'ollama', models },
  });
  for (const num_ctx of [8192, 2048]) {
    const body = chatOf('hello', { stream: false, options: { num_ctx, temperature: 0 } });
    expect((await post('/api/chat', body)).status).toBe(200);
  }
  await settled();
  for (const { body } of machine.calls) {
    expect(body).toMatchObject({ options: { num_ctx: 4096, temperature: 0 } });
  }
  for (const { ran } of await recorded(queue, 2)) expect(ran).toBeLessThan(0.2);
});
