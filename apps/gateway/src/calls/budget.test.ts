import { instant, name, tokens, type BudgetName, type Instant } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { chatOf, hashed, startGateway } from './gateway.test.helper.ts';

const CHAT = '/v1/chat/completions';
const RENDER = { authorization: 'Bearer render' };
const budget = name<BudgetName>('scripts');

function house(rules: string): string {
  return `
budgets:
  scripts: ${rules}
consumers:
  render: { key: "${hashed('render')}", priority: user, budget: scripts }
  chat: { key: "${hashed('chat')}", priority: user }
`;
}

/** A wall clock at a quarter past, that a test can set. */
function wallClock(): { now: () => Instant; set: (minutes: number) => void } {
  const start = Date.UTC(2026, 2, 3, 12, 15);
  let offset = start - Date.now();
  return {
    now: () => instant(Date.now() + offset),
    set(minutes) {
      offset = start + minutes * 60_000 - Date.now();
    },
  };
}

const SLOW = { tokensPerSecond: 100, answer: tokens(60) };

describe('a budget', () => {
  test('is charged with the time that its calls held the slot, and says what is left', async () => {
    const clock = wallClock();
    const { post, door, settled, queue } = await startGateway({
      machine: SLOW,
      yaml: house('{ gpu_time: 10m, per: hour }'),
      door: { now: clock.now },
    });
    await (await post(CHAT, chatOf('hello'), RENDER)).text();
    await settled();
    const { left, allowance, resets } = door.budgetLeft(budget, clock.now());
    expect(allowance).toBe(600);
    expect(left).toBeLessThan(599.5);
    expect(left).toBeGreaterThan(598.5);
    expect(resets).toBe(Date.UTC(2026, 2, 3, 13));
    expect(queue.spent(budget, instant(Date.UTC(2026, 2, 3, 12)))).toBeCloseTo(600 - left, 5);
  });

  test('is charged for a call that was hung up as well', async () => {
    const { post, door, machine, settled } = await startGateway({
      machine: { ...SLOW, answer: tokens(Infinity) },
      yaml: house('{ gpu_time: 10m, per: hour }'),
    });
    const hangUp = new AbortController();
    const call = post(CHAT, chatOf('hello'), RENDER, hangUp.signal).catch(() => null);
    await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 30);
    hangUp.abort();
    await call;
    await settled();
    expect(door.budgetLeft(budget, instant(Date.now())).left).toBeLessThan(599.75);
  });

  test('that is used up refuses at once, with the time at which it opens, what cannot wait so long', async () => {
    const clock = wallClock();
    const { post, settled } = await startGateway({
      machine: SLOW,
      yaml: house('{ gpu_time: 1s, per: hour }'),
      door: { now: clock.now },
    });
    await (await post(CHAT, chatOf('one'), RENDER)).text();
    await (await post(CHAT, chatOf('two'), RENDER)).text();
    await settled();
    const refused = await post(CHAT, chatOf('three'), RENDER);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-hearth-reason')).toBe('budget');
    expect(refused.headers.get('x-should-retry')).toBe('false');
    const after = Number(refused.headers.get('retry-after'));
    expect(after).toBeGreaterThan(44 * 60);
    expect(after).toBeLessThan(56 * 60);
    // Nobody else has to suffer for it.
    expect((await post(CHAT, chatOf('x'), { authorization: 'Bearer chat' })).status).toBe(200);
    clock.set(46);
    expect((await post(CHAT, chatOf('four'), RENDER)).status).toBe(200);
  });

  test('that is used up and refuses does so even where the wait would be short', async () => {
    const clock = wallClock();
    const { post } = await startGateway({
      machine: SLOW,
      yaml: house('{ gpu_time: 1s, per: hour, over: refuse }'),
      door: { now: clock.now },
    });
    await (await post(CHAT, chatOf('one'), RENDER)).text();
    await (await post(CHAT, chatOf('two'), RENDER)).text();
    clock.set(44.9);
    const refused = await post(CHAT, chatOf('three'), RENDER);
    expect(refused.headers.get('x-hearth-reason')).toBe('budget');
  });

  test('that is used up and waits lets its calls go when its period begins', async () => {
    const clock = wallClock();
    const { post, door } = await startGateway({
      machine: SLOW,
      yaml: house('{ gpu_time: 1s, per: hour, over: wait }'),
      door: { now: clock.now },
    });
    await (await post(CHAT, chatOf('one'), RENDER)).text();
    await (await post(CHAT, chatOf('two'), RENDER)).text();
    clock.set(45 - 1 / 60);
    const waiting = post(CHAT, chatOf('three'), RENDER);
    expect((await waiting).status).toBe(200);
    expect(door.budgetLeft(budget, clock.now()).resets).toBe(Date.UTC(2026, 2, 3, 14));
  });

  test('has no more calls on the machines than it may, and no more in the queue', async () => {
    const { post, machine, door } = await startGateway({
      machine: { ...SLOW, answer: tokens(Infinity), slots: 2 },
      box: '    slots: 2',
      yaml: house('{ gpu_time: 10m, per: hour, concurrency: 1, queue: 1 }'),
    });
    const stop = new AbortController();
    const ask = (): Promise<Response | null> =>
      post(CHAT, chatOf('hello', { stream: true }), RENDER, stop.signal).catch(() => null);
    const first = ask();
    await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
    const second = ask();
    await machine.until(() => door.counts().waiting === 1);
    const third = await post(CHAT, chatOf('hello'), RENDER);
    expect(third.status).toBe(429);
    expect(third.headers.get('x-hearth-reason')).toBe('queue-full');
    expect(machine.running).toBe(1);
    stop.abort();
    await Promise.all([first, second]);
  });

  test('is never passed: its last call ends when it is used up', async () => {
    const clock = wallClock();
    const { post, door, settled } = await startGateway({
      machine: { ...SLOW, answer: tokens(Infinity) },
      box: '    models: { tiny: { tokens_per_second: 100 } }',
      yaml: house('{ gpu_time: 2s, per: hour }'),
      door: { now: clock.now },
    });
    const answer = (await (await post(CHAT, chatOf('one'), RENDER)).json()) as {
      choices: { finish_reason: string }[];
    };
    expect(answer.choices[0]?.finish_reason).toBe('length');
    await settled();
    expect(door.budgetLeft(budget, clock.now()).left).toBeLessThan(1.2);
  });

  test('of which less is left than an answer takes is not passed by a long one either', async () => {
    const clock = wallClock();
    const { post, queue, settled } = await startGateway({
      machine: {
        tokensPerSecond: 100,
        answer: ({ question }) => tokens(question === 'long' ? Infinity : 5),
      },
      yaml: house('{ gpu_time: 1s, per: hour }'),
      door: { now: clock.now },
    });
    // One that is short, so that the budget is taken to have room for another.
    await (await post(CHAT, chatOf('short'), RENDER)).text();
    await settled();
    const cut = (await (await post(CHAT, chatOf('long'), RENDER)).json()) as object;
    expect(cut).toMatchObject({ choices: [{ finish_reason: 'length' }] });
    await settled();
    const spent = queue.spent(budget, instant(Date.UTC(2026, 2, 3, 12)));
    expect(spent).toBeGreaterThan(0.9);
    expect(spent).toBeLessThan(1.2);
  });

  test('that idles once it is used up cuts nobody for it', async () => {
    const { post, settled } = await startGateway({
      machine: { tokensPerSecond: 100, answer: tokens(60) },
      yaml: house('{ gpu_time: 1s, per: hour, over: idle }'),
    });
    for (const what of ['one', 'two', 'three']) {
      const answer = await (await post(CHAT, chatOf(what), RENDER)).json();
      expect(answer).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    }
    await settled();
  });
});

test('a flood of one budget holds up nobody else by more than the call that runs', async () => {
  const { post, machine, door } = await startGateway({
    machine: { tokensPerSecond: 500, answer: tokens(3) },
    yaml: house('{ gpu_time: 10m, per: hour }'),
  });
  const flood = Array.from({ length: 1000 }, (_, index) =>
    post(CHAT, chatOf(`flood ${index}`), RENDER).then((one) => one.text()),
  );
  await machine.until(() => door.counts().waiting > 150);
  const before = machine.calls.length;
  await post(CHAT, chatOf('the other'), { authorization: 'Bearer chat' });
  const at = machine.calls.findIndex(({ text }) => text.includes('the other'));
  expect(at - before).toBeLessThanOrEqual(1);
  await Promise.all(flood);
}, 20_000);
