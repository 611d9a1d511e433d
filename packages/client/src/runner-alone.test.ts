import { once } from 'node:events';

import { errorBody } from '@hearth/wire';
import { expect, test } from 'vitest';

import { createRunnerClient } from './runner-alone.ts';
import { NOTHING } from './samples.test.helper.ts';
import { errorOf, json, serve } from './serve.test.helper.ts';

const CLAIM = {
  claim_id: 'c'.repeat(8),
  sequence: 1,
  boot_id: 'b'.repeat(8),
  instance: 'i'.repeat(8),
  free: {},
  refused: {},
  running: [],
};

test('a claim is sent with the key, and its answer is checked', async () => {
  let answer: unknown = NOTHING;
  await using server = await serve((response) => json(response, 200, answer));
  const runner = createRunnerClient({ url: server.url, key: 'secret' });
  expect(await runner.claim('pi', CLAIM)).toEqual(NOTHING);
  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    url: '/hearth/v1/runners/pi/claim',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
  });
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual(CLAIM);
  answer = { attempt: 'none' };
  const error = await errorOf(runner.claim('pi', CLAIM));
  expect(error.code).toBe('unexpected_answer');
  expect(error.message).toContain('POST /hearth/v1/runners/pi/claim: attempt: ');
});

test("a report without an answer is done, and the gateway's own error comes through whole", async () => {
  let status = 204;
  await using server = await serve((response) =>
    status === 204
      ? void response.writeHead(204).end()
      : json(response, status, errorBody('stale_epoch', 'attempt a is old')),
  );
  const runner = createRunnerClient({ url: server.url });
  const report = { epoch: 1, place: 'a scope with ümläuts' };
  await runner.started('pi', 'attempt1', report);
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual(report);
  expect(server.seen[0]?.headers.authorization).toBeUndefined();
  status = 409;
  expect(await errorOf(runner.started('pi', 'attempt1', report))).toMatchObject({
    code: 'stale_epoch',
    status: 409,
  });
});

test('a gateway that is not there, or goes in the middle of its answer, is told as that', async () => {
  const gone = await serve(() => {});
  await gone[Symbol.asyncDispose]();
  expect(await errorOf(createRunnerClient({ url: gone.url }).claim('pi', CLAIM))).toMatchObject({
    code: 'unreachable',
    details: { reason: 'ECONNREFUSED' },
  });
  await using half = await serve((response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{', () => response.destroy());
  });
  const error = await errorOf(createRunnerClient({ url: half.url }).claim('pi', CLAIM));
  expect(error.code).toBe('unreachable');
});

test("a claim that its caller aborts rejects with the caller's reason, and hangs up", async () => {
  const giveUp = new AbortController();
  const hungUp = Promise.withResolvers<void>();
  await using server = await serve(async (response) => {
    const closed = once(response, 'close');
    giveUp.abort(new Error('enough'));
    await closed;
    hungUp.resolve();
  });
  const claim = createRunnerClient({ url: server.url }).claim('pi', CLAIM, {
    signal: giveUp.signal,
  });
  await expect(claim).rejects.toThrow('enough');
  await hungUp.promise;
});

test('an address that is none is refused', () => {
  expect(() => createRunnerClient({ url: 'pi' })).toThrow('"pi" is not the address of a gateway');
});
