import { seconds, tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { object, string } from './json.ts';
import { startMachine, type Machine, type MachineOptions } from './start-machine.ts';
import { chatOf, getJson, jsonLines, post, postJson } from './talk.ts';

function ollama(options: MachineOptions = {}): Promise<Machine> {
  return startMachine({ kind: 'ollama', ...options });
}

describe('/api/chat', () => {
  test('streams unless told not to, and ends with one line that tells the counts', async () => {
    await using machine = await ollama({ thinking: tokens(1), answer: () => 'All is well.' });
    const { headers, text } = await post(machine, '/api/chat', chatOf('hello'));
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    const lines = jsonLines(text);
    expect(lines[0]).toMatchObject({ message: { content: '', thinking: 'lorem' }, done: false });
    const said = lines.map(({ message }) => string(object(message)['content']));
    expect(said.join('')).toBe('All is well.');
    expect(lines.at(-1)).toMatchObject({
      done: true,
      done_reason: 'stop',
      prompt_eval_count: 2,
      eval_count: 4,
    });
  });

  test('in one piece has everything in it', async () => {
    await using machine = await ollama({ answer: () => 'All is well.' });
    expect(await postJson(machine, '/api/chat', chatOf('hello', { stream: false }))).toMatchObject({
      message: { role: 'assistant', content: 'All is well.' },
      done: true,
      eval_count: 3,
    });
  });

  test('obeys num_predict and says length', async () => {
    await using machine = await ollama({ answer: tokens(Infinity) });
    const body = chatOf('hello', { stream: false, options: { num_predict: 3 } });
    expect(await postJson(machine, '/api/chat', body)).toMatchObject({
      message: { content: 'lorem ipsum dolor' },
      done_reason: 'length',
    });
  });

  test('without a cap stops at ten windows only', async () => {
    await using machine = await ollama({
      answer: tokens(Infinity),
      models: [{ name: 'tiny', context: tokens(50) }],
    });
    await post(machine, '/api/chat', chatOf('hello', { options: { num_predict: -1 } }));
    expect(machine.calls[0]?.tokens).toBe(500);
  });

  test('cuts a prompt that is too long to half the window, and says nothing', async () => {
    await using machine = await ollama({ answer: (ask) => ask.prompt.slice(-9) });
    const body = chatOf(`${'x'.repeat(20_000)} the end`, { stream: false });
    expect(await postJson(machine, '/api/chat', body)).toMatchObject({
      prompt_eval_count: 2050,
      message: { content: 'x the end' },
    });
  });

  test('refuses such a prompt when it may not be cut', async () => {
    await using machine = await ollama();
    const body = chatOf('x'.repeat(20_000), { truncate: false });
    const { status, text } = await post(machine, '/api/chat', body);
    expect(status).toBe(400);
    expect(text).toContain('longer than the context length');
  });

  test('calls a tool in one line before the last, unless the cap cut the call', async () => {
    await using machine = await ollama();
    const parameters = { type: 'object', properties: { level: { type: 'number' } } };
    const tools = [{ type: 'function', function: { name: 'set_lamp', parameters } }];
    const whole = await post(machine, '/api/chat', chatOf('set_lamp 40', { tools }));
    expect(jsonLines(whole.text).at(-2)).toMatchObject({
      message: { tool_calls: [{ function: { name: 'set_lamp', arguments: { level: 40 } } }] },
    });
    const options = { num_predict: 1 };
    const cut = await post(machine, '/api/chat', chatOf('set_lamp 40', { tools, options }));
    expect(jsonLines(cut.text)).toMatchObject([{ done: true, done_reason: 'length' }]);
  });

  test('answers in JSON where a format asks for it', async () => {
    await using machine = await ollama();
    const format = { type: 'object', properties: { ok: { type: 'boolean' } } };
    const body = chatOf('hello', { stream: false, format });
    expect(await postJson(machine, '/api/chat', body)).toMatchObject({
      message: { content: '{"ok":true}' },
    });
  });
});

describe('/api/generate', () => {
  test('has its text in the field response', async () => {
    await using machine = await ollama({ answer: () => 'All is well.' });
    const body = { model: 'tiny', prompt: 'hello' };
    const lines = jsonLines((await post(machine, '/api/generate', body)).text);
    expect(lines.map(({ response }) => string(response)).join('')).toBe('All is well.');
    expect(lines.at(-1)).toMatchObject({ done: true, done_reason: 'stop', eval_count: 3 });
  });

  test('without a prompt loads a model, and with keep_alive 0 unloads it', async () => {
    await using machine = await ollama({ models: [{ name: 'tiny' }, { name: 'other' }] });
    const load = { model: 'other', stream: false };
    expect(await postJson(machine, '/api/generate', load)).toMatchObject({ done_reason: 'load' });
    expect(await getJson(machine, '/api/ps')).toMatchObject({ models: [{ name: 'other' }] });
    const unload = { model: 'other', keep_alive: 0 };
    expect(await postJson(machine, '/api/generate', unload)).toMatchObject({
      done_reason: 'unload',
    });
    expect(await getJson(machine, '/api/ps')).toEqual({ models: [] });
  });
});

test('a window other than the loaded one loads the model anew', async () => {
  const clock = new FakeClock();
  await using machine = await ollama({ clock, models: [{ name: 'tiny', loadTime: seconds(5) }] });
  const options = { num_ctx: 8192 };
  const answer = postJson(machine, '/api/chat', chatOf('hello', { options, stream: false }));
  await clock.whenSleeping();
  await clock.advance(seconds(5));
  expect(await answer).toMatchObject({ load_duration: 5e9 });
  expect(await getJson(machine, '/api/ps')).toMatchObject({ models: [{ context_length: 8192 }] });
});

test('durations are nanoseconds that give the rates', async () => {
  const clock = new FakeClock();
  await using machine = await ollama({
    clock,
    answer: tokens(20),
    tokensPerSecond: 10,
    prefillTokensPerSecond: 100,
  });
  const body = chatOf('x'.repeat(400), { stream: false });
  const answer = postJson(machine, '/api/chat', body);
  await clock.whenSleeping();
  await clock.advance(seconds(3));
  expect(await answer).toMatchObject({
    prompt_eval_count: 100,
    prompt_eval_duration: 1e9,
    eval_count: 20,
    eval_duration: 2e9,
  });
});

test('a model goes by its name without :latest too, and an unknown one is a 404', async () => {
  await using machine = await ollama({ models: [{ name: 'tiny:latest' }] });
  expect((await post(machine, '/api/chat', chatOf('hello'))).status).toBe(200);
  const unknown = await post(machine, '/api/chat', { ...chatOf('hello'), model: 'other' });
  expect(unknown.status).toBe(404);
  expect(JSON.parse(unknown.text)).toEqual({ error: "model 'other' not found" });
  expect((await post(machine, '/api/chat', { messages: [{}] })).status).toBe(400);
});

test('tags lists all models, ps the loaded one, show the trained window', async () => {
  await using machine = await ollama({
    models: [{ name: 'tiny', context: tokens(4096) }, { name: 'other' }],
  });
  expect(await getJson(machine, '/api/tags')).toMatchObject({
    models: [{ name: 'tiny' }, { name: 'other' }],
  });
  expect(await getJson(machine, '/api/ps')).toMatchObject({
    models: [{ name: 'tiny', context_length: 4096 }],
  });
  expect(await postJson(machine, '/api/show', { model: 'tiny' })).toMatchObject({
    model_info: { 'general.architecture': 'llama', 'llama.context_length': 16_384 },
  });
  expect((await post(machine, '/api/show', { model: 'nope' })).status).toBe(404);
  expect(await getJson(machine, '/api/version')).toHaveProperty('version');
});
