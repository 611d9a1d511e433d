import { errorBody } from '@hearth/wire';
import { expect, test } from 'vitest';

import { createClient } from './index.ts';
import { json, serve } from './serve.test.helper.ts';

async function text(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(chunks)).toString();
}

test('the output of a run comes as its bytes, split wherever they may be', async () => {
  const bytes = Buffer.from('grüße\n\0');
  await using server = await serve((response) => {
    for (const byte of bytes) response.write(Buffer.of(byte));
    response.end();
  });
  expect(await text(createClient({ url: server.url }).runs.log(12))).toBe('grüße\n\0');
  expect(server.seen[0]?.url).toBe('/hearth/v1/runs/12/log');
});

test('a follower gets what there is before the end is there', async () => {
  const more = Promise.withResolvers<void>();
  await using server = await serve(async (response) => {
    response.write('one');
    await more.promise;
    response.end('two');
  });
  const output = createClient({ url: server.url }).runs.log(12, { follow: true });
  const log = output[Symbol.asyncIterator]();
  expect(Buffer.from((await log.next()).value ?? []).toString()).toBe('one');
  more.resolve();
  expect(Buffer.from((await log.next()).value ?? []).toString()).toBe('two');
  expect((await log.next()).done).toBe(true);
  expect(server.seen[0]?.url).toBe('/hearth/v1/runs/12/log?follow=1');
});

test('a follower whose connection breaks takes up where it broke off', async () => {
  let asked = 0;
  await using server = await serve((response) => {
    asked += 1;
    if (asked === 1) response.write('one two ', () => response.destroy());
    else response.end('one two three');
  });
  const log = createClient({ url: server.url }).runs.log(12, { follow: true });
  expect(await text(log)).toBe('one two three');
  expect(asked).toBe(2);
});

test('a follower who comes back gets what follows dropped output once more, and misses nothing', async () => {
  let asked = 0;
  await using server = await serve((response) => {
    asked += 1;
    if (asked === 1) {
      response.write('head body ', () => response.destroy());
      return;
    }
    response.setHeader('x-hearth-gap-at', '5');
    response.end('head --- dropped --- tail');
  });
  const log = createClient({ url: server.url }).runs.log(12, { follow: true });
  expect(await text(log)).toBe('head body --- dropped --- tail');
});

test('what was had before is passed over', async () => {
  await using server = await serve((response) => void response.end('one two three'));
  const { runs } = createClient({ url: server.url });
  expect(await text(runs.log(12, { had: 4 }))).toBe('two three');
});

test('a follower does not ask for ever where every connection breaks at once', async () => {
  await using server = await serve((response) => {
    response.writeHead(200);
    response.flushHeaders();
    response.destroy();
  });
  const log = createClient({ url: server.url }).runs.log(12, { follow: true });
  await expect(text(log)).rejects.toMatchObject({ code: 'unreachable' });
});

test('without following, a connection that breaks is an error', async () => {
  await using server = await serve((response) => {
    response.write('one', () => response.destroy());
  });
  await expect(text(createClient({ url: server.url }).runs.log(12))).rejects.toMatchObject({
    code: 'unreachable',
  });
});

test('a run that is not there is the error of the gateway', async () => {
  await using server = await serve((response) =>
    json(response, 404, errorBody('not_found', 'there is no run 99')),
  );
  await expect(text(createClient({ url: server.url }).runs.log(99))).rejects.toThrow(
    'there is no run 99',
  );
});

test('a follower stops when its caller aborts', async () => {
  await using server = await serve((response) => {
    response.write('one');
  });
  const enough = new AbortController();
  const log = createClient({ url: server.url }).runs.log(12, {
    follow: true,
    signal: enough.signal,
  });
  const read = async (): Promise<void> => {
    for await (const _ of log) enough.abort(new Error('enough'));
  };
  await expect(read()).rejects.toThrow('enough');
});
