/** What a gateway that was killed leaves behind on a real llama-server, and what the next one makes of that. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  HELLO,
  machine,
  note,
  oneByOne,
  quiet,
  startHouse,
  untilSeen,
  why,
  words,
  type House,
} from './house.test.helper.ts';

const CHAT = '/v1/chat/completions';
const LONG = { model: 'slow', max_tokens: 3900, stream: true };
const SHORT = { model: 'slow', messages: HELLO, max_tokens: 3 };

describe.skipIf(why !== null)(`a gateway that is killed in the middle of a call${note}`, () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse();
  });
  beforeEach(() => quiet(house));
  afterAll(() => house?.[Symbol.asyncDispose]());

  function post(body: object): Promise<Response> {
    return fetch(house.gateway.url + CHAT, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** The record's last two calls, the newest first. */
  async function lastTwo() {
    const { calls } = await house.gateway.hearth.calls.list({ limit: 2 });
    return calls.map(({ end, cap, answer_tokens: tokens }) => ({ end, cap, tokens }));
  }

  test('in mid-stream: the call is recorded as lost, and the next has the machine for itself', async () => {
    const streaming = await post({ ...LONG, messages: HELLO });
    const reader = streaming.body?.getReader();
    await reader?.read();
    await house.powerCut();
    await expect(readOn(reader)).rejects.toThrow(/terminated/);

    const next = await post(SHORT);
    expect(await next.json()).toMatchObject({ usage: { completion_tokens: 3 } });
    await oneByOne(house);
    expect(await lastTwo()).toEqual([
      { end: 'length', cap: 3, tokens: 3 },
      { end: 'lost', cap: 3900, tokens: null },
    ]);
  });

  test('while a prompt is read, which goes on without it: the next waits until that is over', async () => {
    const messages = [{ role: 'user', content: words(2800) }];
    const asked = post({ ...LONG, max_tokens: 64, messages });
    const lost = asked.then((response) => response.text()).catch((error: unknown) => error);
    await house.slow.slots.until(({ working }) => working === 1);
    await house.powerCut();
    expect(await lost).toBeInstanceOf(TypeError);

    // What the dead gateway had sent is still in the machine.
    expect(house.slow.slots.working).toBe(1);
    const shown = { running: 0, draining: 1 };
    expect(await machine(house.gateway.hearth, 'slow')).toMatchObject(shown);
    const next = await post(SHORT);
    expect(await next.json()).toMatchObject({ usage: { completion_tokens: 3 } });
    await oneByOne(house);
    expect((await lastTwo()).map(({ end }) => end)).toEqual(['length', 'lost']);
  });

  test('what it had learnt of the machines is still known', async () => {
    await (await post({ ...SHORT, max_tokens: 100 })).json();
    const before = await machine(house.gateway.hearth, 'slow');
    expect(before.models[0]?.tokens_per_second).toBeGreaterThan(0);
    // What a call taught is written with its end, a moment after its answer; whoever reads the record has it written.
    expect((await lastTwo())[0]).toMatchObject({ end: 'length', cap: 100 });
    await house.powerCut();
    await untilSeen(house.gateway.hearth, ({ machines }) =>
      machines.every(({ state }) => state === 'up'),
    );
    const after = await machine(house.gateway.hearth, 'slow');
    expect(after.models).toEqual(before.models);
  });
});

async function readOn(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  for (;;) {
    const part = await reader?.read();
    if (part?.done !== false) return;
  }
}
