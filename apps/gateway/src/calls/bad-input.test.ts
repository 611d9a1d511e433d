import { request } from 'node:http';

import { describe, expect, test } from 'vitest';

import { chatOf, hashed, startGateway, type TestGateway, recorded } from './gateway.test.helper.ts';

const CHAT = '/v1/chat/completions';

/** The error of an answer in each of the three shapes. */
const SHAPES = [
  [CHAT, (body: unknown) => (body as { error: { message: string } }).error.message],
  [
    '/v1/messages',
    (body: unknown) => (body as { type: 'error'; error: { message: string } }).error.message,
  ],
  ['/api/chat', (body: unknown) => (body as { error: string }).error],
] as const;

async function nextIsServed({ post }: TestGateway): Promise<void> {
  expect((await post(CHAT, chatOf('the next', { max_tokens: 3 }))).status).toBe(200);
}

describe.each(SHAPES)('on %s', (path, messageIn) => {
  test.each([
    ['a body that is not JSON', '{"model": ', /not JSON/],
    ['a body that is a list', '[]', /object/],
    ['a body that is nested without end', `{"messages":${'['.repeat(100_000)}`, /not JSON/],
    [
      'a body that is nested too deeply',
      `{"model":"tiny","max_tokens":5,"messages":[{"role":"user","content":${'['.repeat(5000)}${']'.repeat(5000)}}]}`,
      /nested too deeply/,
    ],
  ])('%s is a 400', async (_what, body, words) => {
    const gateway = await startGateway();
    const response = await gateway.post(path, body);
    expect(response.status).toBe(400);
    expect(messageIn(await response.json())).toMatch(words);
    await nextIsServed(gateway);
  });

  test('a body that says it is something else than JSON is a 415', async () => {
    const { post } = await startGateway();
    const response = await post(path, chatOf('hello'), { 'content-type': 'text/plain' });
    expect(response.status).toBe(415);
    expect(messageIn(await response.json())).toMatch(/text\/plain/);
  });

  test('an unknown model is a 404 with the nearest names', async () => {
    const gateway = await startGateway({
      machine: { kind: 'ollama', models: [{ name: 'qwen3-30b' }, { name: 'llama3.1:8b' }] },
    });
    const response = await gateway.post(path, {
      ...chatOf('hello'),
      max_tokens: 5,
      model: 'qwen3-3b',
    });
    expect(response.status).toBe(404);
    expect(messageIn(await response.json())).toMatch(/qwen3-3b.*Did you mean qwen3-30b/);
  });
});

test.each([
  [0, /max_tokens/],
  ['many', /max_tokens/],
  [1.5, /max_tokens/],
])('a cap of %s is a 400 that names the field', async (cap, words) => {
  const gateway = await startGateway();
  const response = await gateway.post(CHAT, chatOf('hello', { max_tokens: cap }));
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { message: string } };
  expect(error.message).toMatch(words);
  expect(gateway.machine.calls).toHaveLength(0);
  await nextIsServed(gateway);
});

test('a body that says it is too large is refused before it is read', async () => {
  const gateway = await startGateway();
  const { status, reason } = await new Promise<{ status: number; reason: unknown }>(
    (resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': 33 * 1024 * 1024 };
      const asked = request(gateway.url + CHAT, { method: 'POST', headers }, (response) => {
        resolve({ status: response.statusCode ?? 0, reason: response.headers['x-hearth-reason'] });
        asked.destroy();
      });
      asked.on('error', reject);
      asked.write('{"messages":');
    },
  );
  expect({ status, reason }).toEqual({ status: 413, reason: 'too-large' });
  await nextIsServed(gateway);
});

test('a body that turns out to be too large is refused as it passes the limit', async () => {
  const gateway = await startGateway();
  const { status, body } = await new Promise<{ status: number; body: string }>(
    (resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
      const asked = request(gateway.url + CHAT, { method: 'POST', headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      asked.on('error', reject);
      const megabyte = 'x'.repeat(1024 * 1024);
      for (let sent = 0; sent < 33; sent += 1) asked.write(megabyte);
      asked.end();
    },
  );
  expect(status).toBe(413);
  expect(body).toContain('32 MiB');
  await nextIsServed(gateway);
});

describe('headers', () => {
  const yaml = `consumers:\n  slow: { key: "${hashed('k')}", priority: batch }`;
  const key = { authorization: 'Bearer k' };

  test('that try to raise a priority do not', async () => {
    const { post, queue } = await startGateway({ yaml });
    const response = await post(CHAT, chatOf('hello'), {
      ...key,
      'x-hearth-priority': 'interactive',
    });
    expect(response.status).toBe(200);
    expect((await recorded(queue, 1))[0]?.priority).toBe('batch');
  });

  test('that lower it do', async () => {
    const { post, queue } = await startGateway({ yaml });
    await post(CHAT, chatOf('hello'), { ...key, 'x-hearth-priority': 'best-effort' });
    expect((await recorded(queue, 1))[0]?.priority).toBe('best-effort');
  });

  test.each([
    ['x-hearth-priority', 'urgent'],
    ['x-hearth-timeout', 'soon'],
    ['x-hearth-timeout', '-3'],
    ['x-hearth-timeout', '0'],
    ['x-hearth-max-wait', '1e9x'],
    ['x-hearth-budget', 'nobody'],
  ])('%s: %s is a 400', async (header, value) => {
    const { post } = await startGateway({ yaml });
    const response = await post(CHAT, chatOf('hello'), { ...key, [header]: value });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message.toLowerCase()).toContain(header);
  });
});

describe('a page of another origin', () => {
  const yaml = 'cors: ["https://chat.lan"]';

  test('is refused unless it is listed', async () => {
    const { post } = await startGateway({ yaml });
    const response = await post(CHAT, chatOf('hello'), { origin: 'https://evil.example' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { type: 'permission_error' } });
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('that is listed may call, and may read errors too', async () => {
    const { post } = await startGateway({ yaml });
    const origin = { origin: 'https://chat.lan' };
    const good = await post(CHAT, chatOf('hello'), origin);
    expect(good.status).toBe(200);
    expect(good.headers.get('access-control-allow-origin')).toBe('https://chat.lan');
    const bad = await post(CHAT, chatOf('hello', { max_tokens: 0 }), origin);
    expect(bad.status).toBe(400);
    expect(bad.headers.get('access-control-allow-origin')).toBe('https://chat.lan');
  });

  test('gets its preflight answered without a key', async () => {
    const { url } = await startGateway({
      yaml: `${yaml}\nconsumers:\n  a: { key: "${hashed('k')}", priority: user }`,
    });
    const response = await fetch(url + CHAT, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://chat.lan',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type',
    );
  });
});

test.each([
  ['GET', CHAT, 405],
  ['POST', '/api/nothing', 404],
  ['GET', '/c/name', 404],
  ['GET', '/v1/models/nothing', 404],
  ['GET', '/v1/models/%zz', 404],
  ['GET', '/c/%ff/v1/models', 404],
])('%s %s is a %i', async (method, path, status) => {
  const { url } = await startGateway();
  const response = await fetch(url + path, { method });
  expect(response.status).toBe(status);
  await response.text();
});
