import { request } from 'node:http';

import { describe, expect, test } from 'vitest';

import { chatOf, hashed, startGateway, type TestGateway } from './gateway.test.helper.ts';

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json: unknown;
}

/** Sends a request in which everything can be set, the name of the house too; `fetch` sets that itself. */
function ask({ url }: TestGateway, asked: Asked): Promise<Answer> {
  const { method = 'POST', path, headers = {}, body = JSON.stringify(chatOf('hello')) } = asked;
  const json = { 'content-type': 'application/json', ...headers };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url + path, { method, headers: json }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers: all } = response;
        resolve({ status, headers: all, json: text === '' ? null : JSON.parse(text) });
      });
    });
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : body);
  });
}

/** An API by a path of its own, and the error that its clients look for. */
const APIS = [
  {
    api: 'OpenAI',
    path: '/v1/chat/completions',
    unknown: '/v1/models/nothing',
    shape: (message: RegExp, type: string) => ({
      error: { message: expect.stringMatching(message) as string, type, param: null },
    }),
    types: { 401: 'authentication_error', 403: 'permission_error', 404: 'not_found_error' },
  },
  {
    api: 'Anthropic',
    path: '/v1/messages',
    unknown: '/v1/messages/count_tokens/nothing',
    shape: (message: RegExp, type: string) => ({
      type: 'error',
      error: { message: expect.stringMatching(message) as string, type },
    }),
    types: {
      401: 'authentication_error',
      403: 'permission_error',
      404: 'not_found_error',
      413: 'request_too_large',
    },
  },
  {
    api: 'Ollama',
    path: '/api/chat',
    unknown: '/api/nothing',
    shape: (message: RegExp, _type: string) => ({
      error: expect.stringMatching(message) as string,
    }),
    types: {},
  },
] as const;

const LOCKED = `
hosts: [pi.lan]
cors: ["https://chat.lan"]
consumers:
  chat: { key: "${hashed('chat')}", priority: user }
  mute: { key: "${hashed('mute')}", priority: user, can: [enqueue] }
`;
const KEY = { authorization: 'Bearer chat' };

describe.each(APIS)('an error for a client of $api', ({ path, unknown, shape, types }) => {
  const typeOf = (status: number): string =>
    (types as Readonly<Record<number, string>>)[status] ?? 'invalid_request_error';

  test.each<[string, Partial<Asked>, number, RegExp]>([
    ['that calls the house by a foreign name', { headers: { host: 'evil.example' } }, 403, /evil/],
    ['of a page of another origin', { headers: { origin: 'https://evil.lan' } }, 403, /evil\.lan/],
    ['without a key', {}, 401, /takes a key/],
    ['with a wrong key', { headers: { authorization: 'Bearer guess' } }, 401, /Nobody holds/],
    ['without the right', { headers: { authorization: 'Bearer mute' } }, 403, /may not call/],
    ['that asks in the wrong way', { method: 'GET', headers: KEY }, 405, /takes POST/],
    ['that sends no JSON', { headers: KEY, body: '{' }, 400, /not JSON/],
    [
      'that sends another type',
      { headers: { ...KEY, 'content-type': 'text/plain' } },
      415,
      /plain/,
    ],
    [
      'that would send too much',
      { headers: { ...KEY, 'content-length': String(2 ** 26), connection: 'close' }, body: '' },
      413,
      /32 MiB/,
    ],
  ])('%s has its shape, also behind a name', async (_what, asked, status, message) => {
    const gateway = await startGateway({ machine: { kind: 'ollama' }, yaml: LOCKED });
    for (const prefix of ['', '/c/titles']) {
      const answer = await ask(gateway, { ...asked, path: prefix + path });
      expect(answer).toMatchObject({ status, json: shape(message, typeOf(status)) });
    }
    expect(gateway.machine.calls).toHaveLength(0);
  });

  test('for a path that there is not has its shape', async () => {
    const gateway = await startGateway({ machine: { kind: 'ollama' } });
    const method = path === '/v1/chat/completions' ? 'GET' : 'POST';
    const answer = await ask(gateway, { method, path: unknown });
    expect(answer).toMatchObject({ status: 404, json: shape(/nothing/, typeOf(404)) });
    const behind = await ask(gateway, { path: `/c/%ff${path}` });
    expect(behind).toMatchObject({ status: 404, json: shape(/not a name/, typeOf(404)) });
  });

  test('can be read by a page that is listed', async () => {
    const gateway = await startGateway({ machine: { kind: 'ollama' }, yaml: LOCKED });
    const headers = { origin: 'https://chat.lan' };
    const answer = await ask(gateway, { path, headers });
    expect(answer).toMatchObject({ status: 401, json: shape(/takes a key/, typeOf(401)) });
    expect(answer.headers['access-control-allow-origin']).toBe('https://chat.lan');
  });
});

test('the declared names of the house, and loopback with any port, are no foreign ones', async () => {
  const gateway = await startGateway({ yaml: LOCKED });
  for (const host of ['pi.lan', 'PI.lan:4327', 'localhost:1', '127.0.0.1', '[::1]:80']) {
    const headers = { ...KEY, host };
    expect(await ask(gateway, { path: '/v1/chat/completions', headers })).toMatchObject({
      status: 200,
    });
  }
});
