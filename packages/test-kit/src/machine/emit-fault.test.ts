import { connect } from 'node:net';
import { seconds, tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import type { Fault } from './fault.ts';
import type { Json } from './json.ts';
import { startMachine, type Machine } from './start-machine.ts';
import { call, chatOf, getJson, jsonLines, post, sseData } from './talk.ts';

const CHAT = '/v1/chat/completions';
const STREAM = chatOf('hello', { stream: true });

/** Posts a body by a bare socket and hears every byte until the peer ends or resets; how it ended stands behind them. */
async function overSocket(machine: Machine, body: Json): Promise<{ bytes: Buffer; end: string }> {
  const socket = connect(machine.port, '127.0.0.1');
  const text = JSON.stringify(body);
  socket.write(
    `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  );
  const chunks: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('end', () => {
    resolve('end');
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    resolve(error.code ?? 'error');
  });
  const end = await promise;
  socket.destroy();
  return { bytes: Buffer.concat(chunks), end };
}

/** The chunks of a body as fetch gives them out, until there are no more or it breaks off. */
async function chunksOf(
  machine: Machine,
  body: Json = STREAM,
): Promise<{ chunks: Buffer[]; broke: boolean }> {
  const response = await fetch(`${machine.url}${CHAT}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk as Uint8Array));
    return { chunks, broke: false };
  } catch {
    return { chunks, broke: true };
  }
}

describe('instead of an answer', () => {
  test('reset ends the connection without a byte', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'reset' });
    const { bytes, end } = await overSocket(machine, STREAM);
    expect([bytes.length, end]).toEqual([0, 'ECONNRESET']);
    expect(machine.calls[0]?.state).toBe('broken');
  });

  test('status has the body and the headers that were given', async () => {
    await using machine = await startMachine();
    const headers = { 'retry-after': '7' };
    machine.failNext({ kind: 'status', status: 429, body: { error: 'busy' }, headers });
    const heard = await post(machine, CHAT, STREAM);
    expect([heard.status, heard.text]).toEqual([429, '{"error":"busy"}']);
    expect(heard.headers.get('retry-after')).toBe('7');
  });

  test.for([
    ['llama.cpp', CHAT, { error: { code: 503, message: 'Loading model' } }],
    ['ollama', '/api/chat', { error: 'Loading model' }],
    ['vllm', '/v1/messages', { type: 'error', error: { message: 'Loading model' } }],
  ] as const)('loading is a 503 in the words of %s on %s', async ([kind, path, body]) => {
    await using machine = await startMachine({ kind });
    machine.failNext({ kind: 'loading' });
    const heard = await post(machine, path, STREAM);
    expect(heard.status).toBe(503);
    expect(JSON.parse(heard.text)).toMatchObject(body);
  });

  test('no-headers never answers, until the peer goes', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'no-headers' });
    const hangUp = call(machine, CHAT, STREAM);
    await machine.until(({ running }) => running === 1);
    expect(machine.calls[0]).toMatchObject({ state: 'waiting', peerGone: false });
    hangUp();
    await machine.until(({ running }) => running === 0);
    expect(machine.calls[0]?.state).toBe('aborted');
  });

  test('slow-headers answers as ever, but later', async () => {
    const clock = new FakeClock();
    await using machine = await startMachine({ clock });
    machine.failNext({ kind: 'slow-headers', delay: seconds(400) });
    const heard = post(machine, CHAT, STREAM);
    await clock.whenSleeping();
    await clock.advance(seconds(400));
    expect((await heard).status).toBe(200);
    expect(machine.events.at(-1)).toMatchObject({ kind: 'finished', at: 400_000 });
  });

  test('garbage in place of the response is no HTTP', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'garbage', instead: 'response' });
    await expect(post(machine, CHAT, STREAM)).rejects.toMatchObject({
      cause: { name: 'HTTPParserError' },
    });
  });

  test('garbage in place of the body is no UTF-8', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'garbage', instead: 'body' });
    const { chunks, broke } = await chunksOf(machine);
    expect(broke).toBe(false);
    const strict = new TextDecoder('utf-8', { fatal: true });
    expect(() => strict.decode(Buffer.concat(chunks))).toThrow('not valid');
  });

  test('endless-line goes on as long as the peer reads', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'endless-line' });
    const response = await fetch(`${machine.url}${CHAT}`, { method: 'POST', body: '{}' });
    let read = 0;
    for await (const chunk of response.body ?? []) {
      const bytes = Buffer.from(chunk as Uint8Array);
      expect(bytes.includes('\n')).toBe(false);
      read += bytes.length;
      if (read > 3_000_000) break;
    }
    await machine.until(({ calls }) => calls[0]?.state === 'aborted');
  });
});

describe('in the middle of an answer', () => {
  test.for([0, 3])('die resets the connection after %i tokens', async (afterTokens) => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'die', afterTokens: tokens(afterTokens) });
    const { bytes, end } = await overSocket(machine, STREAM);
    expect(end).toBe('ECONNRESET');
    expect(bytes.toString().match(/"content":"[^"]/g)?.length ?? 0).toBe(afterTokens);
    expect(machine.calls[0]).toMatchObject({ state: 'broken', tokens: afterTokens });
    // It was no peer that left.
    expect(machine.events.map(({ kind }) => kind)).not.toContain('peer-gone');
  });

  test('die leaves an answer in one piece unsaid', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'die', afterTokens: tokens(3) });
    const { bytes, end } = await overSocket(machine, chatOf('hello'));
    expect([bytes.length, end]).toEqual([0, 'ECONNRESET']);
  });

  test('silent sends so many tokens and then nothing, the connection open', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'silent', afterTokens: tokens(2) });
    const response = await fetch(`${machine.url}${CHAT}`, {
      method: 'POST',
      body: JSON.stringify(STREAM),
    });
    await machine.until(({ calls }) => calls[0]?.tokens === 2);
    expect(machine.calls[0]).toMatchObject({ state: 'generating', peerGone: false });
    await response.body?.cancel();
    await machine.until(({ calls }) => calls[0]?.state === 'aborted');
    expect(machine.calls[0]?.tokens).toBe(2);
  });

  test.for([
    [CHAT, '"error":{"message":"the model fell over"'],
    ['/v1/messages', 'event: error\ndata: {"type":"error","error":{"type":"api_error"'],
    ['/v1/responses', 'event: error\ndata: {"type":"error"'],
    ['/api/chat', '{"error":"the model fell over"}\n'],
  ] as const)('an error in the stream of %s comes in its own shape', async ([path, said]) => {
    await using machine = await startMachine({ kind: 'ollama' });
    machine.failNext({ kind: 'error-in-stream', afterTokens: tokens(1) });
    const heard = await post(machine, path, { ...STREAM, input: 'hello', max_tokens: 9 });
    expect(heard.status).toBe(200);
    expect(heard.text).toContain('lorem');
    expect(heard.text).toContain(said);
    expect(machine.calls[0]?.tokens).toBe(1);
  });

  test('an error where no stream was asked for is a body of status 200', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'error-in-stream', afterTokens: tokens(1), message: 'out of memory' });
    const heard = await post(machine, CHAT, chatOf('hello'));
    expect([heard.status, heard.text]).toEqual([200, '{"error":{"message":"out of memory"}}']);
  });
});

describe('at the end', () => {
  test('two-endings tells the finish reason twice', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'two-endings' });
    const { text } = await post(machine, CHAT, STREAM);
    expect(text.match(/"finish_reason":"stop"/g)).toHaveLength(2);
    expect(text.match(/\[DONE\]/g)).toHaveLength(1);
  });

  test('no-cap goes on past the cap of the request', async () => {
    await using machine = await startMachine({ answer: tokens(20) });
    machine.failNext({ kind: 'no-cap' });
    const { text } = await post(machine, CHAT, chatOf('hello', { max_tokens: 5 }));
    expect(text).toContain('"finish_reason":"stop"');
    expect(machine.calls[0]?.tokens).toBe(20);
  });

  test('no-ending closes in good order after the last token', async () => {
    await using machine = await startMachine({ kind: 'ollama', answer: tokens(2) });
    machine.failNext({ kind: 'no-ending' });
    const heard = await post(machine, '/api/chat', STREAM);
    expect(jsonLines(heard.text)).toMatchObject([{ done: false }, { done: false }]);
    machine.failNext({ kind: 'no-ending' });
    const sse = await post(machine, CHAT, STREAM);
    expect(sseData(sse.text)).toHaveLength(3);
    expect(sse.text).not.toMatch(/"finish_reason":"|DONE/);
  });
});

describe('in the bytes', () => {
  test('gzip compresses a stream event by event, unasked', async () => {
    const clock = new FakeClock();
    await using machine = await startMachine({ clock, tokensPerSecond: 1, answer: tokens(2) });
    machine.failNext({ kind: 'gzip' });
    const request = fetch(`${machine.url}${CHAT}`, {
      method: 'POST',
      body: JSON.stringify(STREAM),
    });
    await clock.whenSleeping();
    await clock.advance(seconds(1));
    const response = await request;
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let early = '';
    while (!early.includes('"content":"lorem"')) early += (await reader?.read())?.value ?? '';
    expect(early).not.toContain('ipsum');
  });

  test('cut-bytes cuts inside characters, and together they are whole', async () => {
    await using machine = await startMachine({ answer: () => 'Grüße 🔥' });
    machine.failNext({ kind: 'cut-bytes', every: 1 });
    const { chunks } = await chunksOf(machine);
    expect(chunks.every((chunk) => chunk.length === 1)).toBe(true);
    expect(Buffer.concat(chunks).toString()).toContain('🔥');
  });
});

test('deaf goes on to the end although the peer has gone', async () => {
  const clock = new FakeClock();
  const kind = 'ollama';
  await using machine = await startMachine({ kind, clock, tokensPerSecond: 1, answer: tokens(3) });
  machine.failNext({ kind: 'deaf' });
  const hangUp = call(machine, CHAT, STREAM);
  await clock.whenSleeping();
  hangUp();
  await machine.until(({ calls }) => calls[0]?.peerGone === true);
  await clock.advance(seconds(3));
  expect(machine.calls[0]).toMatchObject({ state: 'finished', tokens: 3 });
});

describe('which request a fault strikes', () => {
  test('is the next one for the model, in the order of the faults, and only once', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'status', status: 500 });
    machine.failNext({ kind: 'status', status: 502 });
    expect(await getJson(machine, '/health')).toEqual({ status: 'ok' });
    const answers = [];
    for (let count = 0; count < 3; count++) answers.push(await post(machine, CHAT, STREAM));
    expect(answers.map(({ status }) => status)).toEqual([500, 502, 200]);
  });

  test('can be the next one of a path', async () => {
    await using machine = await startMachine();
    machine.failNext({ kind: 'status', status: 500 }, '/health');
    expect((await post(machine, CHAT, STREAM)).status).toBe(200);
    expect((await fetch(`${machine.url}/health`)).status).toBe(500);
    expect((await fetch(`${machine.url}/health`)).status).toBe(200);
  });

  test('can be said by the request itself, in a header or in its prompt', async () => {
    await using machine = await startMachine();
    const fault: Fault = { kind: 'status', status: 418 };
    const byHeader = await post(machine, CHAT, STREAM, { 'x-fault': JSON.stringify(fault) });
    expect(byHeader.status).toBe(418);
    const prompt = `Hello. [[fault ${JSON.stringify(fault)}]]`;
    expect((await post(machine, CHAT, chatOf(prompt))).status).toBe(418);
  });

  test('is told in plain words that there is no such fault', async () => {
    await using machine = await startMachine();
    const { status, text } = await post(machine, CHAT, chatOf('[[fault {"kind":"explode"}]]'));
    expect(status).toBe(500);
    expect(text).toContain('No fault is called');
  });
});
