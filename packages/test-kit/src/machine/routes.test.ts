import { expect, test } from 'vitest';
import { KINDS } from './kinds.ts';
import { ROUTES } from './routes.ts';
import { startMachine } from './start-machine.ts';

const EVERY_ROUTE = [...new Set(KINDS.flatMap((kind) => Object.keys(ROUTES[kind])))];

/** A body that every POST route can answer. */
const BODY = {
  model: 'tiny',
  messages: [{ role: 'user', content: 'hello' }],
  prompt: 'hello',
  input: 'hello',
  content: 'hello',
  max_tokens: 5,
};

test.for(KINDS)('%s has its own routes, and 404 for those of the others', async (kind) => {
  await using machine = await startMachine({ kind });
  for (const route of EVERY_ROUTE) {
    const [method = '', path = ''] = route.split(' ');
    const body = method === 'POST' ? { body: JSON.stringify(BODY) } : {};
    const response = await fetch(`${machine.url}${path}`, { method, ...body });
    await response.text();
    expect([route, response.status]).toEqual([route, route in ROUTES[kind] ? 200 : 404]);
  }
});

test('a body that is no JSON is refused', async () => {
  await using machine = await startMachine();
  const path = `${machine.url}/v1/chat/completions`;
  expect((await fetch(path, { method: 'POST', body: '{"model":' })).status).toBe(400);
});
