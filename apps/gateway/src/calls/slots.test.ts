import { seededRandom } from '@hearth/test-kit';
import { tokens } from '@hearth/words';
import { expect, test } from 'vitest';

import { chatOf, startGateway, recorded } from './gateway.test.helper.ts';

test('never more than one call is on a machine, however many come, and each gets its answer', async () => {
  const { post, machine, queue, settled } = await startGateway();
  const asked = Array.from({ length: 200 }, (_, index) =>
    post('/v1/chat/completions', chatOf(`call ${index}`)).then((response) => response.json()),
  );
  const answers = (await Promise.all(asked)) as { choices: unknown[] }[];
  expect(answers.every(({ choices }) => choices.length === 1)).toBe(true);
  expect(machine.mostAtOnce).toBe(1);
  await settled();
  expect((await recorded(queue, 500)).every(({ end }) => end === 'stop')).toBe(true);
});

test('a machine with two slots gets two calls at once, and no more', async () => {
  const { post, machine } = await startGateway({
    machine: { slots: 2, tokensPerSecond: 400, answer: tokens(20) },
    box: '    slots: 2',
  });
  await Promise.all(
    Array.from({ length: 10 }, () => post('/v1/chat/completions', chatOf('hello'))),
  );
  expect(machine.mostAtOnce).toBe(2);
});

test('what is more urgent goes first, and inside a priority the oldest', async () => {
  const { post, machine, door } = await startGateway({ machine: { tokensPerSecond: 300 } });
  const first = post('/v1/chat/completions', chatOf('blocker'));
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  const waiting: Promise<Response>[] = [];
  for (const [index, priority] of [
    'batch',
    'best-effort',
    'user',
    'batch',
    'interactive',
  ].entries()) {
    const headers = { 'x-hearth-priority': priority };
    waiting.push(post('/v1/chat/completions', chatOf(`${priority} ${index}`), headers));
    await machine.until(() => door.counts().waiting === index + 1);
  }
  await Promise.all([first, ...waiting]);
  const order = machine.calls.map(({ body }) => {
    return (body as { messages: { content: string }[] }).messages[0]?.content;
  });
  expect(order).toEqual([
    'blocker',
    'interactive 4',
    'user 2',
    'batch 0',
    'batch 3',
    'best-effort 1',
  ]);
});

test('an embedding goes before the chats that wait, of the same caller too', async () => {
  const { post, machine, door } = await startGateway({
    machine: { kind: 'vllm', tokensPerSecond: 100, models: [{ name: 'tiny' }, { name: 'vec' }] },
  });
  const asked = [post('/v1/chat/completions', chatOf('blocker'))];
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  for (const what of ['second', 'third']) {
    asked.push(post('/v1/chat/completions', chatOf(what)));
    await machine.until(() => door.counts().waiting === asked.length - 1);
  }
  asked.push(post('/v1/embeddings', { model: 'vec', input: 'a text' }));
  await Promise.all(asked);
  const paths = machine.calls.map(({ path }) => path.replace('/v1/', ''));
  expect(paths).toEqual(['chat/completions', 'embeddings', 'chat/completions', 'chat/completions']);
  expect(machine.mostAtOnce).toBe(1);
});

test('a queue that is full refuses with the time after which a place is likely to be free', async () => {
  const { post, machine, door, queue } = await startGateway({
    machine: { tokensPerSecond: 50, answer: tokens(Infinity) },
  });
  const stop = new AbortController();
  const filling = Array.from({ length: 257 }, (_, index) =>
    post('/v1/chat/completions', chatOf(`call ${index}`), {}, stop.signal).catch(() => null),
  );
  await machine.until(() => door.counts().waiting === 256);
  const refused = await post('/v1/chat/completions', chatOf('one too many'));
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-hearth-reason')).toBe('queue-full');
  const after = Number(refused.headers.get('retry-after'));
  expect(after).toBeGreaterThanOrEqual(1);
  const { error } = (await refused.json()) as { error: Record<string, unknown> };
  expect(error).toMatchObject({ type: 'rate_limit_error', code: 'queue_full' });
  expect(error['retry_after_seconds']).toBe(after);
  expect((await recorded(queue, 1))[0]).toMatchObject({ end: 'queue-full' });
  stop.abort();
  await Promise.all(filling);
});

test('a call that waits for longer than it may is refused with the reason', async () => {
  const { post, machine } = await startGateway({
    machine: { tokensPerSecond: 50, answer: tokens(Infinity) },
  });
  const stop = new AbortController();
  const first = post('/v1/chat/completions', chatOf('first', { stream: true }), {}, stop.signal);
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  const refused = await post('/v1/chat/completions', chatOf('second'), {
    'x-hearth-max-wait': '0.05',
  });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-hearth-reason')).toBe('wait-expired');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  stop.abort();
  await first.then((response) => response.text()).catch(() => null);
});

test('a thousand callers, a third of whom hang up at random: nothing is lost, nothing is left over', async () => {
  const gateway = await startGateway({ machine: { tokensPerSecond: 20_000, answer: tokens(10) } });
  const { post, machine, queue, settled, door } = gateway;
  const random = seededRandom(7);
  const callers = Array.from({ length: 1000 }, async (_, index) => {
    const leaves = random() < 1 / 3;
    const hangUp = new AbortController();
    const delay = random() * 1500;
    const timer = leaves ? setTimeout(() => hangUp.abort(), delay) : null;
    try {
      const body = chatOf(`caller ${index}`, { stream: index % 2 === 0 });
      const response = await post(
        `/c/caller-${index % 7}/v1/chat/completions`,
        body,
        {},
        hangUp.signal,
      );
      await response.text();
      return response.status;
    } catch (error) {
      if (!hangUp.signal.aborted) throw error;
      return 'left';
    } finally {
      if (timer !== null) clearTimeout(timer);
    }
  });
  const outcomes = await Promise.all(callers);
  await settled();
  expect(machine.mostAtOnce).toBe(1);
  expect(door.counts()).toEqual({ waiting: 0, running: 0, draining: 0 });
  const records = await recorded(queue, 2000);
  expect(records.every(({ end }) => end !== null)).toBe(true);
  const answered = outcomes.filter((outcome) => outcome === 200).length;
  expect(records.filter(({ end }) => end === 'stop').length).toBeGreaterThanOrEqual(answered);
  // Some who were refused had left before they could see it.
  const refused = records.filter(({ end }) => end === 'queue-full').length;
  expect(outcomes.filter((one) => one === 429).length).toBeLessThanOrEqual(refused);
  expect(answered).toBeGreaterThan(100);
}, 30_000);
