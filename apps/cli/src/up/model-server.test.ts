import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startMachine } from '@hearth/test-kit';
import { expect, test } from 'vitest';

import { findModelServers } from './model-server.ts';

/** A program on a port that is no model server, or not a usual one. */
async function program(
  answer: (url: string, response: ServerResponse) => void,
): Promise<AsyncDisposable & { readonly port: number }> {
  const server: Server = createServer((request, response) => answer(request.url ?? '', response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

test.for([
  ['ollama', 'Ollama'],
  ['llama.cpp', 'llama.cpp'],
  ['vllm', 'vLLM'],
  ['lmstudio', 'LM Studio'],
] as const)('%s is known by what it answers', async ([kind, name]) => {
  await using machine = await startMachine({ kind });
  expect(await findModelServers([machine.port])).toEqual([
    { kind: name, url: machine.url, models: 1 },
  ]);
});

test('llama.cpp is known while it loads its model', async () => {
  await using server = await program((_url, response) =>
    json(response, 503, { error: { code: 503, message: 'Loading model' } }),
  );
  expect(await findModelServers([server.port])).toMatchObject([{ kind: 'llama.cpp', models: 1 }]);
});

test('an Ollama without a model is found, with none', async () => {
  await using server = await program((url, response) => {
    if (url === '/api/version') json(response, 200, { version: '0.9.0' });
    else json(response, 200, { models: [] });
  });
  expect(await findModelServers([server.port])).toMatchObject([{ kind: 'Ollama', models: 0 }]);
});

test('a web page, a silent program and an empty port are no model servers; the order is that of the ports', async () => {
  await using page = await program((_url, response) => void response.end('<h1>hello</h1>'));
  await using other = await program((_url, response) => json(response, 200, { status: 'ok' }));
  await using silent = await program(() => {});
  const free = await program(() => {});
  await free[Symbol.asyncDispose]();
  await using second = await startMachine({ kind: 'vllm' });
  await using first = await startMachine({ kind: 'ollama' });
  const ports = [page, other, silent, free, first, second].map(({ port }) => port);
  expect((await findModelServers(ports)).map(({ kind }) => kind)).toEqual(['Ollama', 'vLLM']);
});
