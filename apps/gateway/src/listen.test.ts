import { expect, onTestFinished, test } from 'vitest';

import { freePort } from './gateway.test.helper.ts';
import { listen } from './listen.ts';

test('a client may keep its connection for longer than clients do', async () => {
  const port = await freePort();
  const server = await listen((_request, response) => response.end('ok'), {
    host: '127.0.0.1',
    port,
  });
  onTestFinished(() => server.close());
  const response = await fetch(`http://127.0.0.1:${port}/`);
  await response.text();
  const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

test('a port that is in use is said to be', async () => {
  const port = await freePort();
  const options = { host: '127.0.0.1', port };
  const server = await listen((_request, response) => response.end('ok'), options);
  onTestFinished(() => server.close());
  await expect(listen((_request, response) => response.end('ok'), options)).rejects.toThrow(
    `port ${port} of 127.0.0.1 is in use`,
  );
});
