import { createHash } from 'node:crypto';
import { request as send } from 'node:http';

import { createClient } from '@hearth/client';
import { expect, test } from 'vitest';

import { claimAs, CLASSES, startGateway } from '../gateway.test.helper.ts';

const JOBS = `
jobs:
  digest:
    class: light
    command: [/bin/true]
    timeout: 1m
    parameters:
      since: { type: text, default: yesterday, one_of: [yesterday, today] }
      copies: { type: number }
`;
const key = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const LOCKED = `${CLASSES}${JOBS}
consumers:
  chat: { key: "${key('chat-key')}", priority: interactive }
  bot: { key: "${key('bot-key')}", priority: batch, can: [call, enqueue] }
  me: { key: "${key('my-key')}", priority: interactive, can: [call, enqueue, operate] }
runners:
  pi: { key: "${key('pi-key')}" }
`;

/** What plain HTTP, with headers that `fetch` would not let through, gets. */
function ask(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = send(url, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('a house with consumers takes a key, and says how to make one', async () => {
  await using gateway = await startGateway(LOCKED);
  const without = createClient({ url: gateway.url });
  await expect(without.status()).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
  await expect(without.status()).rejects.toThrow(/takes a key/);
  const wrong = createClient({ url: gateway.url, key: 'guess' });
  await expect(wrong.status()).rejects.toMatchObject({ status: 401 });
  const right = createClient({ url: gateway.url, key: 'my-key' });
  await expect(right.status()).resolves.toMatchObject({ timezone: 'Europe/London' });
});

test('a consumer may do what it has the right to and nothing else', async () => {
  await using gateway = await startGateway(LOCKED);
  const chat = createClient({ url: gateway.url, key: 'chat-key' });
  const bot = createClient({ url: gateway.url, key: 'bot-key' });
  const request = { job: 'digest', parameters: { copies: 1 } };
  await expect(chat.runs.enqueue(request)).rejects.toMatchObject({ status: 403 });
  await expect(bot.status()).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  const { run } = await bot.runs.enqueue({ ...request, priority: 'interactive' });
  expect(run.priority).toBe('batch');
});

test('a runner may use its own routes alone, and nobody else may', async () => {
  await using gateway = await startGateway(LOCKED);
  const pi = createClient({ url: gateway.url, key: 'pi-key' });
  const me = createClient({ url: gateway.url, key: 'my-key' });
  const gone = new AbortController();
  const claim = claimAs(pi, {}, gone.signal);
  await gateway.logged('runner pi is here');
  gone.abort();
  await expect(claim).rejects.toThrow(/abort/i);
  await expect(claimAs(me)).rejects.toMatchObject({ status: 403 });
  await expect(pi.status()).rejects.toMatchObject({ status: 403 });
});

test('a name that somebody made point here is refused', async () => {
  await using gateway = await startGateway(`${CLASSES}${JOBS}\nhosts: [pi.lan]\n`);
  const port = new URL(gateway.url).port;
  const path = `${gateway.url}/hearth/v1/status`;
  for (const known of [path, `${gateway.url}/v1/models`, `${gateway.url}/k/key/api/chat`]) {
    expect(await ask(known, { host: `evil.example:${port}` })).toMatchObject({ status: 403 });
  }
  expect(await ask(path, { host: `pi.lan:${port}` })).toMatchObject({ status: 200 });
  expect(await ask(path, { host: `localhost:${port}` })).toMatchObject({ status: 200 });
});

test('a web page of another origin may not use the API', async () => {
  await using gateway = await startGateway(`${CLASSES}${JOBS}`);
  const path = `${gateway.url}/hearth/v1/status`;
  expect(await ask(path, { origin: 'http://evil.example' })).toMatchObject({ status: 403 });
  expect(await ask(path, { origin: gateway.url })).toMatchObject({ status: 200 });
});

test.each([
  ['no JSON', '{', 'application/json', 400, 'the body is not JSON'],
  ['another content type', '{}', 'text/plain', 400, 'content type'],
  ['an unknown key', '{"job":"digest","urgent":true}', 'application/json', 400, 'urgent'],
  ['an unknown job', '{"job":"digets"}', 'application/json', 404, 'there is no job'],
  ['too much', `{"job":"${'x'.repeat(300_000)}"}`, 'application/json', 413, 'bytes'],
])('a body with %s is refused with what is wrong', async (_, body, type, status, words) => {
  await using gateway = await startGateway(`${CLASSES}${JOBS}`);
  const response = await fetch(`${gateway.url}/hearth/v1/runs`, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  expect(response.status).toBe(status);
  const answer = (await response.json()) as { error: { message: string; hint: string | null } };
  expect(`${answer.error.message} ${answer.error.hint}`).toContain(words);
});

test('parameters are checked against what the job declares, all of them at once', async () => {
  await using gateway = await startGateway(`${CLASSES}${JOBS}`);
  await expect(
    gateway.client.runs.enqueue({ job: 'digest', parameters: { since: 'never', depth: 3 } }),
  ).rejects.toMatchObject({
    code: 'bad_request',
    details: {
      problems: [
        'unknown parameter "depth": there are since, copies',
        'parameter "since" must be one of yesterday, today',
        'parameter "copies" is missing',
      ],
    },
  });
});

test('a text is taken for the number that the job declares', async () => {
  await using gateway = await startGateway(`${CLASSES}${JOBS}`);
  const request = { job: 'digest', parameters: { copies: '2' } };
  expect(await gateway.client.runs.enqueue(request)).toMatchObject({ created: true });
});

test('the same key is the same run', async () => {
  await using gateway = await startGateway(`${CLASSES}${JOBS}`);
  const request = { job: 'digest', parameters: { copies: 1 }, key: 'nightly' };
  const first = await gateway.client.runs.enqueue(request);
  const second = await gateway.client.runs.enqueue(request);
  expect([first.created, second.created]).toEqual([true, false]);
  expect(second.run.id).toBe(first.run.id);
});

test('what is not there is said in the one shape of an error', async () => {
  await using gateway = await startGateway(`${CLASSES}${JOBS}`);
  await expect(gateway.client.runs.show(99)).rejects.toMatchObject({ code: 'not_found' });
  const response = await fetch(`${gateway.url}/hearth/v1/nothing`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
});

test('whoever asks at the root is told that somebody is there', async () => {
  await using gateway = await startGateway(LOCKED);
  expect(await (await fetch(`${gateway.url}/`)).text()).toBe('hearth is running\n');
  expect((await fetch(`${gateway.url}/`, { method: 'HEAD' })).status).toBe(200);
});
