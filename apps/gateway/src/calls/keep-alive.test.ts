import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';

import { chatOf, startGateway, type TestGateway } from './gateway.test.helper.ts';

const CHAT = '/v1/chat/completions';
const SLOW = { tokensPerSecond: 50, answer: tokens(Infinity) };
/** Of a client that would give up in four tenths of a second; a stream is to show life twice in that time. */
const HURRIED = { 'x-stainless-timeout': '0.4' };

/** Takes the slot, and gives back what frees it. */
async function occupy({ post, machine }: TestGateway): Promise<() => void> {
  const stop = new AbortController();
  post(CHAT, chatOf('first', { stream: true }), {}, stop.signal)
    .then((response) => response.text())
    .catch(() => null);
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  return () => stop.abort();
}

test('a stream that waits for its slot gets comments, and then its answer', async () => {
  const gateway = await startGateway({ machine: SLOW });
  const free = await occupy(gateway);
  const response = await gateway.post(
    CHAT,
    chatOf('second', { stream: true, max_tokens: 3 }),
    HURRIED,
  );
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  let text = '';
  // Three of them while it waits, and nothing else.
  while (text.split('\n\n').length <= 3) {
    const { value = new Uint8Array() } = (await reader?.read()) ?? {};
    text += Buffer.from(value).toString();
  }
  expect(text).toMatch(/^(?:: .*\n\n){3}/);
  free();
  for (let done = false; !done;) {
    const read = await reader?.read();
    text += Buffer.from(read?.value ?? new Uint8Array()).toString();
    done = read?.done ?? true;
  }
  expect(text).toContain('"finish_reason":"length"');
  // What the headers could not say any more stands before the last event.
  expect(text).toContain(': machine box, cap 3, reason caller\n\n');
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
});

test('a refusal that comes soon keeps its status on a stream; a late one is told inside it', async () => {
  const gateway = await startGateway({ machine: SLOW });
  const free = await occupy(gateway);
  const body = chatOf('second', { stream: true });
  const soon = await gateway.post(CHAT, body, { ...HURRIED, 'x-hearth-max-wait': '0.05' });
  expect(soon.status).toBe(429);
  expect(await soon.json()).toMatchObject({ error: { code: 'wait_expired' } });
  const late = await gateway.post(CHAT, body, { ...HURRIED, 'x-hearth-max-wait': '0.5' });
  expect(late.status).toBe(200);
  const text = await late.text();
  expect(text).toContain('"code":"wait_expired"');
  expect(text).not.toContain('finish_reason');
  free();
});

test.each([
  ['an answer in one piece', CHAT, 'llama.cpp', false],
  ['a stream of Ollama, which has no comments', '/api/chat', 'ollama', true],
] as const)('%s gets nothing while it waits', async (_what, path, kind, stream) => {
  const gateway = await startGateway({ machine: { ...SLOW, kind } });
  const free = await occupy(gateway);
  const headers = { ...HURRIED, 'x-stainless-timeout': '5', 'x-hearth-max-wait': '0.4' };
  const refused = await gateway.post(path, chatOf('second', { stream }), headers);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-hearth-reason')).toBe('wait-expired');
  free();
});
