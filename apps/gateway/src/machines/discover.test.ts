import { startMachine, type MachineOptions } from '@hearth/test-kit';
import { seconds, tokens } from '@hearth/words';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createAsk, Unreachable, type Ask } from './ask.ts';
import { discover, type Found } from './discover.ts';
import { llamaCpp } from './llama-cpp.ts';
import { ollama } from './ollama.ts';

function asking(url: string): Ask {
  const ask = createAsk(url);
  onTestFinished(() => ask.close());
  return ask;
}

async function find(options: MachineOptions): Promise<Found> {
  const machine = await startMachine(options);
  onTestFinished(() => machine.close());
  return discover(asking(machine.url), 'auto', null);
}

/** A server that answers the given paths with the given JSON, and any other with a 404. */
async function serve(answers: Readonly<Record<string, unknown>>): Promise<string> {
  const server: HttpServer = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a server is known by what it answers, with the window that is really allocated', () => {
  test.each([
    ['llama.cpp', tokens(2048)],
    ['ollama', tokens(2048)],
    ['vllm', tokens(2048)],
    ['lmstudio', tokens(2048)],
    ['openai', null],
  ] as const)('%s', async (kind, context) => {
    const { server, look } = await find({ kind, models: [{ name: 'a', context: tokens(2048) }] });
    expect(server.name).toBe(kind);
    expect(look.models).toMatchObject([{ name: 'a', state: 'loaded', context }]);
  });

  test.each(['ollama', 'lmstudio', 'llama.cpp'] as const)(
    'which models of %s are loaded',
    async (kind) => {
      const { look } = await find({
        kind,
        models: [
          { name: 'a', loaded: false },
          { name: 'b', loaded: true },
        ],
      });
      expect(look.models.map(({ name, state }) => [name, state])).toEqual([
        ['a', 'loadable'],
        ['b', 'loaded'],
      ]);
    },
  );

  test('a llama.cpp that is still loading', async () => {
    const { server, look } = await find({
      models: [{ name: 'a', loaded: false, loadTime: seconds(60) }],
    });
    expect(server.name).toBe('llama.cpp');
    expect(look.loading).toBe(true);
  });

  test('an older LM Studio, which answers what it does not know with 200 and an error', async () => {
    const sorry = { error: 'Unexpected endpoint or method.' };
    const url = await serve({
      '/props': sorry,
      '/api/version': sorry,
      '/api/v1/models': sorry,
      '/api/v0/models': { data: [{ id: 'a', state: 'loaded', max_context_length: 9999 }] },
    });
    const { server, look } = await discover(asking(url), 'auto', null);
    expect(server.name).toBe('lmstudio');
    // The longest possible window says nothing about the one that is loaded.
    expect(look.models).toMatchObject([{ name: 'a', state: 'loaded', context: null }]);
  });

  test('a llama.cpp that is a router over several models', async () => {
    const url = await serve({
      '/props': { default_generation_settings: { n_ctx: 512 }, model_path: '' },
      '/v1/models': {
        data: [
          { id: 'a', status: { value: 'loading' } },
          { id: 'b', status: { value: 'loaded' } },
          { id: 'c', status: { value: 'unloaded' } },
        ],
      },
    });
    const { look } = await discover(asking(url), 'auto', null);
    expect(look.models.map(({ state }) => state)).toEqual(['loading', 'loaded', 'loadable']);
  });

  test('an Ollama model that is partly on the CPU', async () => {
    const url = await serve({
      '/api/version': { version: '1' },
      '/api/tags': { models: [{ name: 'a' }] },
      '/api/ps': { models: [{ name: 'a', size: 10, size_vram: 6, context_length: 100 }] },
    });
    const { look } = await discover(asking(url), 'auto', null);
    expect(look.models).toMatchObject([{ whole: false, context: 100 }]);
  });
});

test('what it was the last time is asked first', async () => {
  const machine = await startMachine({ kind: 'ollama' });
  onTestFinished(() => machine.close());
  await discover(asking(machine.url), 'auto', ollama);
  expect(machine.seen.some(({ path }) => path === '/props')).toBe(false);
});

test('something else at the same place is found out', async () => {
  const machine = await startMachine({ kind: 'ollama' });
  onTestFinished(() => machine.close());
  expect((await discover(asking(machine.url), 'auto', llamaCpp)).server.name).toBe('ollama');
});

test('a declared API is believed, and what contradicts it is said', async () => {
  const machine = await startMachine({ kind: 'vllm' });
  onTestFinished(() => machine.close());
  expect((await discover(asking(machine.url), 'openai', null)).server.name).toBe('openai');
  const wrong = discover(asking(machine.url), 'ollama', null);
  await expect(wrong).rejects.toThrow('not ollama, as the manifest says');
});

test('nothing there, and something that is no model server', async () => {
  const nobody = discover(asking('http://127.0.0.1:9'), 'auto', null);
  await expect(nobody).rejects.toThrow(new Unreachable('connection refused'));
  const url = await serve({});
  await expect(discover(asking(url), 'auto', null)).rejects.toThrow('no model server');
});

describe('the tokens of a prompt are counted by those that can', () => {
  const chat = { model: 'tiny', messages: [{ role: 'user', content: 'x'.repeat(400) }] };

  test.each(['llama.cpp', 'vllm'] as const)('%s', async (kind) => {
    const machine = await startMachine({ kind });
    onTestFinished(() => machine.close());
    const ask = asking(machine.url);
    const { server } = await discover(ask, 'auto', null);
    expect(await server.count?.(ask, '/v1/chat/completions', chat)).toBe(100);
    expect(await server.count?.(ask, '/v1/completions', { model: 'tiny', prompt: 'abcd' })).toBe(1);
    expect(await server.count?.(ask, '/v1/messages', chat)).toBe(100);
    expect(machine.calls).toHaveLength(0);
  });
});
