import { seconds, tokens } from '@hearth/words';
import { expect, test } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { list, string } from './json.ts';
import { startMachine } from './start-machine.ts';
import { call, chatOf, getJson, post, postJson } from './talk.ts';

test('health and every other route say 503 until the model is loaded', async () => {
  const clock = new FakeClock();
  const models = [{ name: 'tiny', loaded: false, loadTime: seconds(30) }];
  await using machine = await startMachine({ clock, models });
  const loading = await fetch(`${machine.url}/health`);
  expect(loading.status).toBe(503);
  expect(await loading.json()).toEqual({
    error: { code: 503, message: 'Loading model', type: 'unavailable_error' },
  });
  expect((await post(machine, '/v1/chat/completions', chatOf('hello'))).status).toBe(503);
  await clock.advance(seconds(30));
  expect(await getJson(machine, '/health')).toEqual({ status: 'ok' });
});

test('props tells the window of one slot and how many slots there are', async () => {
  await using machine = await startMachine({
    slots: 2,
    models: [{ name: 'tiny', context: tokens(1000) }],
  });
  expect(await getJson(machine, '/props')).toMatchObject({
    default_generation_settings: { n_ctx: 1000 },
    total_slots: 2,
  });
});

test('slots tells which slot is at work, and how far it is', async () => {
  await using machine = await startMachine({ slots: 2, answer: tokens(Infinity) });
  expect(await getJson(machine, '/slots')).toMatchObject([
    { id: 0, is_processing: false },
    { id: 1, is_processing: false },
  ]);
  machine.failNext({ kind: 'silent', afterTokens: tokens(3) });
  const hangUp = call(machine, '/v1/chat/completions', chatOf('hello', { stream: true }));
  await machine.until(({ calls }) => calls[0]?.tokens === 3);
  expect(await getJson(machine, '/slots')).toMatchObject([
    { id: 0, is_processing: true, next_token: { n_decoded: 3 } },
    { id: 1, is_processing: false },
  ]);
  hangUp();
  await machine.until(({ running }) => running === 0);
  expect(await getJson(machine, '/slots')).toMatchObject([
    { is_processing: false },
    { is_processing: false },
  ]);
});

test('slots can be asked to fail when none is free', async () => {
  await using machine = await startMachine();
  const path = `${machine.url}/slots?fail_on_no_slot=1`;
  expect((await fetch(path)).status).toBe(200);
  machine.failNext({ kind: 'silent', afterTokens: tokens(0) });
  call(machine, '/v1/chat/completions', chatOf('hello'));
  await machine.until(({ calls }) => calls[0]?.state === 'generating');
  expect((await fetch(path)).status).toBe(503);
});

test('apply-template and tokenize together count exactly what a chat is charged for', async () => {
  await using machine = await startMachine();
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Wie geht es Größe?' }] },
  ];
  const { prompt } = await postJson(machine, '/apply-template', { messages });
  const counted = await postJson(machine, '/tokenize', { content: string(prompt) });
  const count = list(counted['tokens']).length;
  expect(count).toBe(8);
  expect(await postJson(machine, '/v1/chat/completions', { messages })).toMatchObject({
    usage: { prompt_tokens: count },
  });
});

test('vLLM counts for itself and tells its window', async () => {
  await using machine = await startMachine({ kind: 'vllm' });
  const counted = await postJson(machine, '/tokenize', chatOf('12345678'));
  expect(counted).toEqual({ count: 2, max_model_len: 4096, tokens: [1, 2] });
});
