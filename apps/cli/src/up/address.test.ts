import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { house, refuse } from '../house.test.helper.ts';
import { freeAddress, readAddress, showAddress } from './address.ts';

test('a host and a port are read, with an IPv6 address in brackets', () => {
  expect(readAddress('127.0.0.1:4327')).toEqual({ host: '127.0.0.1', port: 4327 });
  expect(readAddress('[::1]:80')).toEqual({ host: '::1', port: 80 });
  expect(showAddress(readAddress('[::1]:80'))).toBe('[::1]:80');
});

test.for(['4327', 'localhost', ':80', 'a:99999', '::1:80', 'a:b'])('%s is wrong use', (text) => {
  expect(() => readAddress(text)).toThrow(expect.objectContaining({ exitCode: 2 }));
});

test('port 0 becomes a free one', async () => {
  const { host, port } = await freeAddress({ host: '127.0.0.1', port: 0 });
  expect(host).toBe('127.0.0.1');
  expect(port).toBeGreaterThan(0);
});

test('a port that a program has is told, with how to see which and what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(freeAddress({ host: '127.0.0.1', port })).rejects.toMatchObject({
    message: `another program already listens at 127.0.0.1:${port}`,
    hint: expect.stringContaining('--listen'),
    exitCode: 1,
  });
  other.close();
});

test.for(['open', 'asking for a key'])('a hearth that is %s is known as one', async (kind) => {
  await using other = await house(
    kind === 'open'
      ? {}
      : { 'GET /status': (response) => refuse(response, 401, 'unauthorized', 'this takes a key') },
  );
  const port = Number(new URL(other.url).port);
  await expect(freeAddress({ host: '127.0.0.1', port })).rejects.toMatchObject({
    message: `another hearth already answers at 127.0.0.1:${port}`,
  });
});

test('an address of another machine is told', async () => {
  await expect(freeAddress({ host: '192.0.2.1', port: 0 })).rejects.toMatchObject({
    message: '192.0.2.1 is no address of this machine',
  });
});
