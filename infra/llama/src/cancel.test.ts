/** What happens on a real llama-server when a caller hangs up, or when its time is over. */
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import {
  HELLO,
  note,
  oneByOne,
  quiet,
  recordOf,
  startHouse,
  untilSeen,
  why,
  words,
  type House,
} from './house.test.helper.ts';

/** An answer that takes the slow machine much longer than any of these tests waits. */
const LONG = { model: 'slow', messages: HELLO, max_tokens: 3900 };
const RESPONSE = { model: 'slow', input: 'hello', max_output_tokens: 3900 };
const INCOMPLETE = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
const HURRY = { headers: { 'X-Hearth-Timeout': '2' } };
const SHORT = { model: 'slow', messages: HELLO, max_tokens: 3 };

describe.skipIf(why !== null)(`a call that is given up${note}`, () => {
  let house: House;
  let openai: OpenAI;
  beforeAll(async () => {
    house = await startHouse();
    const baseURL = `${house.gateway.url}/v1`;
    openai = new OpenAI({ baseURL, apiKey: 'any', maxRetries: 0 });
  });
  afterAll(() => house?.[Symbol.asyncDispose]());
  afterEach(() => oneByOne(house));

  /** Starts a stream and resolves when the first words of it are there. */
  async function begun(headers: Record<string, string> = {}) {
    const { data, response } = await openai.chat.completions
      .create({ ...LONG, stream: true }, { headers })
      .withResponse();
    for await (const { choices } of { [Symbol.asyncIterator]: () => iteratorOf(data) }) {
      if ((choices[0]?.delta.content ?? '') !== '') break;
    }
    return { stream: data, call: response.headers.get('x-hearth-call') };
  }

  test('is over on the machine long before its answer would have been', async () => {
    const { stream, call } = await begun();
    expect(await house.slow.busy()).toBe(1);
    stream.controller.abort();
    await quiet(house);
    expect(house.slow.slots.lastTokens).toBeLessThan(LONG.max_tokens);
    expect(await recordOf(house.gateway.hearth, call)).toMatchObject({ end: 'hung-up', cap: 3900 });
  });

  test('is cancelled even where its caller asks the server to go on without it', async () => {
    const { stream } = await begun({ 'X-Conversation-Id': 'a-conversation' });
    stream.controller.abort();
    await quiet(house);
    expect(house.slow.slots.lastTokens).toBeLessThan(LONG.max_tokens);
  });

  test('keeps its slot until the server is done with it, and then the next has its turn', async () => {
    const { stream } = await begun();
    const next = openai.chat.completions.create(SHORT);
    await untilSeen(house.gateway.hearth, ({ calls }) => calls.waiting === 1);
    stream.controller.abort();
    expect((await next).usage?.completion_tokens).toBe(3);
  });

  test('while the server reads its prompt is waited for, and is shown as draining meanwhile', async () => {
    const stop = new AbortController();
    const messages = [{ role: 'user' as const, content: words(1200) }];
    const given = openai.chat.completions.create(
      { ...LONG, messages, max_tokens: 16 },
      { signal: stop.signal },
    );
    const thrown = given.catch((error: unknown) => error);
    await house.slow.slots.until(({ working }) => working === 1);
    stop.abort();
    expect(await thrown).toBeInstanceOf(OpenAI.APIUserAbortError);
    // A prompt is read in one go, and nothing can stop the server in the middle of it.
    await untilSeen(house.gateway.hearth, ({ machines }) =>
      machines.some(({ name, draining, running }) => {
        return name === 'slow' && draining === 1 && running === 0;
      }),
    );
    expect(house.slow.slots.working).toBe(1);
    expect((await openai.chat.completions.create(SHORT)).usage?.completion_tokens).toBe(3);
    expect(await house.slow.busy()).toBe(0);
  });

  test('in a crowd where everybody does so at another moment disturbs nobody', async () => {
    const crowd = Array.from({ length: 8 }, async (_, at) => {
      const stop = new AbortController();
      const { signal } = stop;
      const stream = await openai.chat.completions.create({ ...LONG, stream: true }, { signal });
      let seen = 0;
      for await (const { choices } of stream) {
        if ((choices[0]?.delta.content ?? '') !== '') seen += 1;
        if (seen > at * 3) break;
      }
    });
    await Promise.all(crowd);
    expect((await openai.chat.completions.create(SHORT)).usage?.completion_tokens).toBe(3);
  });
});

describe.skipIf(why !== null)(`a call whose time is over${note}`, () => {
  let house: House;
  let openai: OpenAI;
  beforeAll(async () => {
    house = await startHouse();
    openai = new OpenAI({ baseURL: `${house.gateway.url}/v1`, apiKey: 'any' });
    // Until the machine was measured, nobody can tell whether so short a time is worth while.
    await openai.chat.completions.create({ ...LONG, max_tokens: 100 });
  });
  afterAll(() => house?.[Symbol.asyncDispose]());

  test('has what there is of its answer before its client gives up, marked as cut', async () => {
    const { data, response } = await openai.chat.completions
      .create(LONG, { timeout: 2500 })
      .withResponse();
    expect(data.choices[0]?.finish_reason).toBe('length');
    expect(data.choices[0]?.message.content?.length).toBeGreaterThan(0);
    await quiet(house);
    expect(house.slow.slots.lastTokens).toBeLessThan(LONG.max_tokens);
    // The client had its answer at its first try; the task before was the one that measured.
    expect(house.slow.slots.began).toBe(2);
    const call = await recordOf(house.gateway.hearth, response.headers.get('x-hearth-call'));
    expect(call).toMatchObject({ end: 'deadline', cap: 3900, cap_reason: 'caller' });
    expect(call.answer_tokens).toBe(data.usage?.completion_tokens);
  });

  test('before any of its answer is there is refused, and the next waits until the server is free', async () => {
    const messages = [{ role: 'user' as const, content: words(2400) }];
    const late = openai.chat.completions.create({ ...LONG, messages, max_tokens: 64 }, HURRY);
    await expect(late).rejects.toMatchObject({ status: 504, code: 'deadline' });
    expect(house.slow.slots.working).toBe(1);
    expect((await openai.chat.completions.create(SHORT)).usage?.completion_tokens).toBe(3);
    await oneByOne(house);
  });

  test('makes a chat end as if at a cap, in a stream', async () => {
    const stream = await openai.chat.completions.create({ ...LONG, stream: true }, HURRY);
    const chunks = await Array.fromAsync(stream);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('length');
  });

  test('makes a response incomplete', async () => {
    expect(await openai.responses.create(RESPONSE, HURRY)).toMatchObject(INCOMPLETE);
  });

  test('makes a response incomplete, in a stream', async () => {
    const stream = await openai.responses.create({ ...RESPONSE, stream: true }, HURRY);
    const last = (await Array.fromAsync(stream)).at(-1);
    expect(last).toMatchObject({ type: 'response.incomplete', response: INCOMPLETE });
  });
});

/** An iterator that can be left without ending the stream that it is over. */
function iteratorOf<T>(stream: AsyncIterable<T>): AsyncIterator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  return { next: () => iterator.next() };
}
