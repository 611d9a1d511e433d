import { once } from 'node:events';

import { errorBody } from '@hearth/wire';
import { expect, test } from 'vitest';

import { createClient } from './index.ts';
import { NOTHING, RUN } from './samples.test.helper.ts';
import { errorOf, json, serve } from './serve.test.helper.ts';

test('a run is enqueued with the key as a bearer, and says whether it is new', async () => {
  let status = 201;
  await using server = await serve((response) => json(response, status, RUN));
  const { runs } = createClient({ url: server.url, key: 'secret' });

  const first = await runs.enqueue({ job: 'nightly-digest', key: 'k1' });
  status = 200;
  const second = await runs.enqueue({ job: 'nightly-digest', key: 'k1' });

  expect(first).toEqual({ run: RUN, created: true });
  expect(second.created).toBe(false);
  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    url: '/hearth/v1/runs',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
  });
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ job: 'nightly-digest', key: 'k1' });
});

test('without a key no authorization is sent', async () => {
  await using server = await serve((response) => json(response, 200, RUN));
  await createClient({ url: server.url }).runs.show(12);
  expect(server.seen[0]?.headers.authorization).toBeUndefined();
});

test("the gateway's own error comes through whole", async () => {
  await using server = await serve((response) =>
    json(response, 409, errorBody('stale_epoch', 'attempt a is old', 'let it go', { epoch: 3 })),
  );
  const error = await errorOf(createClient({ url: server.url }).runs.cancel(12));
  expect(error).toMatchObject({
    name: 'HearthError',
    code: 'stale_epoch',
    status: 409,
    message: 'attempt a is old',
    hint: 'let it go',
    details: { epoch: 3 },
  });
});

test('a post that failed is not sent again', async () => {
  await using server = await serve((response) =>
    json(response, 503, errorBody('unavailable', 'starting')),
  );
  await errorOf(createClient({ url: server.url }).runs.enqueue({ job: 'j' }));
  expect(server.seen).toHaveLength(1);
});

test('a gateway that is not there is named with its address and what to do', async () => {
  const gone = await serve(() => {});
  await gone[Symbol.asyncDispose]();
  const error = await errorOf(createClient({ url: gone.url }).status());
  expect(error).toMatchObject({
    code: 'unreachable',
    status: null,
    message: `no hearth gateway answers at ${gone.url}`,
    details: { reason: 'ECONNREFUSED' },
  });
  expect(error.hint).toContain('hearth gateway');
});

test('an answer of another shape is refused, and the message says where', async () => {
  await using server = await serve((response) => json(response, 200, { ...RUN, state: 'asleep' }));
  const error = await errorOf(createClient({ url: server.url }).runs.show(12));
  expect(error.code).toBe('unexpected_answer');
  expect(error.message).toContain('GET /hearth/v1/runs/12: state: ');
});

test('a page of some other server is not taken for an error of hearth', async () => {
  await using server = await serve((response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  });
  const error = await errorOf(createClient({ url: server.url }).machines());
  expect(error).toMatchObject({ code: 'unexpected_answer', status: 502 });
});

test('a gateway that is silent for too long is a timeout, also after its headers', async () => {
  await using server = await serve((response, { url }) => {
    if (url.endsWith('/status')) response.writeHead(200).write('{');
  });
  const hearth = createClient({ url: server.url, timeoutSeconds: 0.05 });
  expect((await errorOf(hearth.machines())).code).toBe('timed_out');
  expect((await errorOf(hearth.status())).code).toBe('timed_out');
});

test('a claim is held open for longer than an ordinary request may take', async () => {
  let asked = 0;
  await using server = await serve(async (response) => {
    asked += 1;
    if (asked > 1) return;
    // An ordinary request of the same client times out while the claim is still held.
    await errorOf(hearth.status());
    json(response, 200, NOTHING);
  });
  const hearth = createClient({ url: server.url, timeoutSeconds: 0.05 });
  const claim = {
    claim_id: 'c'.repeat(8),
    sequence: 1,
    boot_id: 'b'.repeat(8),
    instance: 'i'.repeat(8),
    free: {},
    refused: {},
    running: [],
  };
  expect(await hearth.runner.claim('pi', claim)).toEqual(NOTHING);
});

test("a request that its caller aborts rejects with the caller's reason", async () => {
  const giveUp = new AbortController();
  const hungUp = Promise.withResolvers<void>();
  await using server = await serve(async (response) => {
    giveUp.abort(new Error('enough'));
    await once(response, 'close');
    hungUp.resolve();
  });
  const asked = createClient({ url: server.url }).status({ signal: giveUp.signal });
  await expect(asked).rejects.toThrow('enough');
  await hungUp.promise;
});

test.each(['localhost:4327', 'ftp://pi', '', 'http://pi/?x=1', 'http://me:key@pi'])(
  'the address "%s" is refused at once',
  (url) => {
    expect(() => createClient({ url })).toThrow('should look like http://127.0.0.1:4327');
  },
);
