import { createServer } from 'node:net';

import { expect, test } from 'vitest';

import { reasonOf } from './network-error.ts';

/** What `fetch` throws for an address. */
async function failure(url: string, timeout = 5000): Promise<unknown> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    return error;
  }
  return null;
}

test('nobody listens there', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  expect(reasonOf(await failure(`http://127.0.0.1:${port}`))).toBe('connection refused');
});

test('the connection breaks, or nothing comes', async () => {
  const breaking = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  const silent = createServer();
  for (const server of [breaking, silent]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  const url = (server: typeof silent): string =>
    `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  expect(reasonOf(await failure(url(breaking)))).toBe('connection broken');
  expect(reasonOf(await failure(url(silent), 50))).toBe('no answer in time');
  for (const server of [breaking, silent]) server.close();
});

test('the name is not known', async () => {
  expect(reasonOf(await failure('http://nas.invalid'))).toBe('its name is not known');
});
