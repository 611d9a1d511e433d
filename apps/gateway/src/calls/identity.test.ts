import { name, runId, type AttemptId, type BudgetName, type JobName } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import type { AttemptCaller } from '../http/caller.ts';
import { chatOf, hashed, startGateway, recorded } from './gateway.test.helper.ts';

const CHAT = '/v1/chat/completions';
const yaml = `
budgets:
  digest: { gpu_time: 90m, per: day }
  other: { gpu_time: 90m, per: day }
consumers:
  chat: { key: "${hashed('chat-key')}", priority: interactive }
  render: { key: "${hashed('render-key')}", priority: user, budget: digest }
  watcher: { key: "${hashed('watch-key')}", priority: user, can: [enqueue] }
`;
const attempt: AttemptCaller = {
  id: name<AttemptId>('attempt-1'),
  run: runId(12),
  job: name<JobName>('nightly-digest'),
  priority: 'batch',
  budget: name<BudgetName>('digest'),
};

describe('who calls', () => {
  test('is the consumer whose key it is, with its priority and its budget', async () => {
    const { post, queue } = await startGateway({ yaml });
    await post(CHAT, chatOf('hello'), { authorization: 'Bearer render-key' });
    await post('/v1/messages', chatOf('hello', { max_tokens: 5 }), { 'x-api-key': 'chat-key' });
    expect(await recorded(queue, 2)).toMatchObject([
      { consumer: 'chat', priority: 'interactive', budget: null, api: 'anthropic-messages' },
      { consumer: 'render', priority: 'user', budget: 'digest', api: 'openai-chat' },
    ]);
  });

  test.each([
    ['no key', {}],
    ['a key that nobody holds', { authorization: 'Bearer nobody' }],
  ])('with %s is told so: 401', async (_what, headers) => {
    const { post } = await startGateway({ yaml });
    const response = await post(CHAT, chatOf('hello'), headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: 'authentication_error' } });
  });

  test('without the right to call is told so: 403', async () => {
    const { post } = await startGateway({ yaml });
    const headers = { authorization: 'Bearer watch-key' };
    expect((await post(CHAT, chatOf('hello'), headers)).status).toBe(403);
  });

  test('in a house without consumers is anybody on this machine, whatever key is sent', async () => {
    const { post, queue } = await startGateway();
    await post(CHAT, chatOf('hello'), { authorization: 'Bearer ollama' });
    expect((await recorded(queue, 1))[0]).toMatchObject({ consumer: 'local' });
  });

  test('can name itself in the path', async () => {
    const { post, queue } = await startGateway({ yaml });
    const headers = { authorization: 'Bearer chat-key' };
    const response = await post(`/c/title%20maker${CHAT}`, chatOf('hello'), headers);
    expect(response.status).toBe(200);
    expect((await recorded(queue, 1))[0]).toMatchObject({
      consumer: 'chat',
      subCaller: 'title maker',
    });
  });

  test('may be an attempt, by its own key, also in the path', async () => {
    const attempts = new Map([['attempt-key', attempt]]);
    const { post, queue } = await startGateway({ yaml, attempts, machine: { kind: 'ollama' } });
    const response = await post('/k/attempt-key/api/chat', chatOf('hello', { stream: false }));
    expect(response.status).toBe(200);
    expect((await recorded(queue, 1))[0]).toMatchObject({
      consumer: 'run 12',
      runId: 12,
      priority: 'batch',
      budget: 'digest',
    });
  });

  test('cannot slip out of its budget, and who has none can take one', async () => {
    const { post, queue } = await startGateway({ yaml });
    const other = { 'x-hearth-budget': 'other' };
    const refused = await post(CHAT, chatOf('hello'), {
      ...other,
      authorization: 'Bearer render-key',
    });
    expect(refused.status).toBe(403);
    await post(CHAT, chatOf('hello'), { ...other, authorization: 'Bearer chat-key' });
    expect((await recorded(queue, 1))[0]).toMatchObject({ consumer: 'chat', budget: 'other' });
  });
});

test('no key, no cookie and nothing of hearth goes on to the machine', async () => {
  const { post, machine } = await startGateway({ yaml });
  await post(CHAT, chatOf('hello'), {
    authorization: 'Bearer chat-key',
    cookie: 'a=b',
    'x-hearth-timeout': '60',
    'x-conversation-id': '7',
    'x-mine': 'stays',
  });
  const headers = machine.calls[0]?.headers ?? {};
  expect(headers).toMatchObject({ 'x-mine': 'stays' });
  for (const header of ['authorization', 'cookie', 'x-hearth-timeout', 'x-conversation-id']) {
    expect(headers).not.toHaveProperty(header);
  }
});
