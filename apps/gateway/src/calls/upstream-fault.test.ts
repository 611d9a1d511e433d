import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startMachine } from '@hearth/test-kit';
import { tokens } from '@hearth/words';
import { describe, expect, onTestFinished, test } from 'vitest';

import { chatOf, startGateway, type TestGateway, recorded } from './gateway.test.helper.ts';

/** What is left to be true after any fault: the slot is free, and the next call is served. */
async function nextIsServed({ post, machine }: TestGateway): Promise<void> {
  const next = await post('/v1/chat/completions', chatOf('the next', { max_tokens: 3 }));
  expect(next.status).toBe(200);
  expect(machine.mostAtOnce).toBe(1);
}

/** A machine that says all of an answer, and ends it only when it is told to. */
async function openEnded(): Promise<{ url: string; end: () => void }> {
  const machine = await startMachine();
  const told = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      get(machine.url + (request.url ?? ''), (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const choice = { index: 0, delta: { content: 'hi' }, finish_reason: 'stop' };
    response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
    void told.promise.then(() => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await machine.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, end: () => told.resolve() };
}

const PACED = { tokensPerSecond: 400, answer: tokens(30) };

describe('an upstream that dies in the middle is never turned into a finished answer', () => {
  test('in one piece: 502', async () => {
    const gateway = await startGateway({ machine: PACED });
    gateway.machine.failNext({ kind: 'die', afterTokens: tokens(3) });
    const response = await gateway.post('/v1/chat/completions', chatOf('hello'));
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_error' } });
    await nextIsServed(gateway);
    const records = await recorded(gateway.queue, 2);
    expect(records.at(-1)).toMatchObject({ end: 'upstream' });
  });

  test.each([
    ['/v1/chat/completions', '"error"', ['finish_reason":"stop"', '[DONE]']],
    ['/v1/messages', 'event: error', ['message_stop', 'stop_reason":"end_turn"']],
    ['/v1/responses', '"type":"error"', ['response.completed', 'response.incomplete']],
  ])('as a stream of %s: an error inside it, and no end', async (path, error, never) => {
    const gateway = await startGateway({ machine: PACED });
    gateway.machine.failNext({ kind: 'die', afterTokens: tokens(3) });
    const body = { ...chatOf('hello', { stream: true, max_tokens: 100 }), input: 'hello' };
    const text = await (await gateway.post(path, body)).text();
    expect(text).toContain(error);
    for (const word of never) expect(text).not.toContain(word);
    await nextIsServed(gateway);
  });

  test('as a stream of Ollama', async () => {
    const gateway = await startGateway({ machine: { ...PACED, kind: 'ollama' } });
    gateway.machine.failNext({ kind: 'die', afterTokens: tokens(3) });
    const text = await (await gateway.post('/api/chat', chatOf('hello'))).text();
    const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { error: unknown };
    expect(last.error).toMatch(/broke off/);
    expect(text).not.toContain('"done":true');
    await nextIsServed(gateway);
  });

  test('a stream that ends in good order without the sign of an end', async () => {
    const gateway = await startGateway({ machine: PACED });
    gateway.machine.failNext({ kind: 'no-ending' });
    const response = await gateway.post('/v1/chat/completions', chatOf('hello'));
    expect(response.status).toBe(502);
    await nextIsServed(gateway);
  });
});

test('an answer in one piece is there with the last word of the machine, which holds its slot until it hangs up', async () => {
  const { end, url } = await openEnded();
  const gateway = await startGateway({ at: url });
  const response = await gateway.post('/v1/chat/completions', chatOf('hello'));
  expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'hi' } }] });
  expect(gateway.door.counts()).toMatchObject({ running: 1 });
  end();
  await gateway.settled();
  expect(gateway.queue.calls({ limit: 1 }).calls).toMatchObject([{ end: 'stop' }]);
});

describe('what an upstream sends that is no answer', () => {
  test.each([
    ['garbage in place of the body', { kind: 'garbage', instead: 'body' }],
    ['garbage in place of HTTP', { kind: 'garbage', instead: 'response' }],
    ['compressed bytes', { kind: 'gzip' }],
    ['a line without end', { kind: 'endless-line' }],
    ['an error under the status 200', { kind: 'error-in-stream', afterTokens: tokens(0) }],
    [
      'a 500 with words',
      { kind: 'status', status: 500, body: { error: { message: 'out of memory' } } },
    ],
    ['a 500 without', { kind: 'status', status: 500, body: '' }],
  ] as const)('%s is a 502 in the shape of the API', async (_what, fault) => {
    const gateway = await startGateway({ machine: PACED });
    gateway.machine.failNext(fault);
    const response = await gateway.post('/v1/chat/completions', chatOf('hello'));
    expect(response.status).toBe(502);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error).toMatchObject({ code: 'upstream_error', type: 'server_error' });
    const words = fault.kind === 'status' && fault.body !== '' ? fault.body.error.message : 'box';
    expect(error.message).toContain(words);
    await nextIsServed(gateway);
  });

  test('an error in the middle of a stream ends it as an error', async () => {
    const gateway = await startGateway({ machine: PACED });
    gateway.machine.failNext({
      kind: 'error-in-stream',
      afterTokens: tokens(2),
      message: 'it fell over',
    });
    const body = chatOf('hello', { stream: true });
    const text = await (await gateway.post('/v1/chat/completions', body)).text();
    expect(text).toContain('it fell over');
    expect(text).not.toContain('finish_reason":"stop"');
    await nextIsServed(gateway);
  });
});

describe('what an upstream does that is odd and right', () => {
  test('bytes that are cut anywhere arrive whole', async () => {
    const text = 'Grüße, 世界 🏡! '.repeat(3);
    const gateway = await startGateway({ machine: { answer: () => text } });
    gateway.machine.failNext({ kind: 'cut-bytes', every: 1 });
    const stream = chatOf('hello', { stream: true });
    const streamed = await (await gateway.post('/v1/chat/completions', stream)).text();
    const said = streamed
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] })
      .map(({ choices }) => choices[0]?.delta.content ?? '')
      .join('');
    expect(said).toBe(text.trimEnd() === said ? said : text);
    expect(streamed).not.toContain('�');
    gateway.machine.failNext({ kind: 'cut-bytes', every: 1 });
    const whole = await (await gateway.post('/v1/chat/completions', chatOf('hello'))).json();
    expect(whole).toMatchObject({ choices: [{ message: { content: said } }] });
  });

  test('two ends are one', async () => {
    const gateway = await startGateway({ machine: PACED });
    gateway.machine.failNext({ kind: 'two-endings' });
    const body = chatOf('hello', { stream: true });
    const text = await (await gateway.post('/v1/chat/completions', body)).text();
    expect(text.match(/\[DONE\]/g)).toHaveLength(1);
    await nextIsServed(gateway);
  });
});

describe('a connection that breaks before a byte came', () => {
  test('is tried once more for nothing', async () => {
    const gateway = await startGateway({ machine: PACED });
    gateway.machine.failNext({ kind: 'reset' });
    const response = await gateway.post('/v1/chat/completions', chatOf('hello'));
    expect(response.status).toBe(200);
    expect(gateway.machine.calls).toHaveLength(2);
  });

  test('and not twice', async () => {
    const gateway = await startGateway({ machine: PACED });
    gateway.machine.failNext({ kind: 'reset' });
    gateway.machine.failNext({ kind: 'reset' });
    expect((await gateway.post('/v1/chat/completions', chatOf('hello'))).status).toBe(502);
    await nextIsServed(gateway);
  });
});

test('an upstream that refuses the request says so to its caller', async () => {
  const gateway = await startGateway({ machine: PACED });
  gateway.machine.failNext({
    kind: 'status',
    status: 422,
    body: { error: { message: 'grammar is broken', code: 'bad_grammar' } },
  });
  const response = await gateway.post('/v1/chat/completions', chatOf('hello'));
  expect(response.status).toBe(422);
  const { error } = (await response.json()) as { error: { message: string } };
  expect(error.message).toContain('grammar is broken');
  await nextIsServed(gateway);
});

test('what an upstream was not started for is said with a status that no client tries again', async () => {
  const gateway = await startGateway({ machine: PACED });
  const said = { error: { message: 'This server does not support embeddings' } };
  // More often than a machine may fail in a row before it is given a pause.
  for (let time = 0; time < 5; time += 1) {
    gateway.machine.failNext({ kind: 'status', status: 501, body: said });
    const response = await gateway.post('/v1/chat/completions', chatOf('hello'));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('does not support embeddings') },
    });
  }
  await nextIsServed(gateway);
});

test('an upstream that wants a key is not the fault of its caller', async () => {
  const gateway = await startGateway({ machine: PACED });
  gateway.machine.failNext({ kind: 'status', status: 401, body: { error: { message: 'no key' } } });
  const response = await gateway.post('/v1/chat/completions', chatOf('hello'));
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ error: { code: 'upstream_key' } });
});

test('a model that is still being loaded is waited for', async () => {
  const gateway = await startGateway({ machine: PACED });
  gateway.machine.failNext({ kind: 'loading' });
  const response = await gateway.post('/v1/chat/completions', chatOf('hello'));
  expect(response.status).toBe(200);
});

test('a machine that is switched off keeps its callers waiting until it is back', async () => {
  const gateway = await startGateway({ machine: PACED });
  await (await gateway.post('/v1/chat/completions', chatOf('hello'))).text();
  await gateway.machine.goAway();
  const waiting = gateway.post('/v1/chat/completions', chatOf('hello'));
  await gateway.logged('is down');
  await gateway.machine.comeBack();
  expect((await waiting).status).toBe(200);
});

test('a machine that never answered is no machine: 503 at once', async () => {
  const gateway = await startGateway({ machine: PACED });
  await gateway.machine.goAway();
  const other = await startGateway({ running: gateway.machine });
  const response = await other.post('/v1/chat/completions', chatOf('hello'));
  expect(response.status).toBe(503);
  expect(response.headers.get('x-hearth-reason')).toBe('no-machine');
  await gateway.machine.comeBack();
});
