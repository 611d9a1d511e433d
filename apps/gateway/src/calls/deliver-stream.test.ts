import { protocolOf, type Follower } from '@hearth/protocols';
import { instant, seconds, tokens } from '@hearth/words';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createStreamDelivery } from './deliver-stream.ts';
import type { Delivery } from './delivery.ts';
import { refuseFor } from './refusal.ts';

const QUICK = {
  deadline: null,
  answer: seconds(9),
  wait: seconds(9),
  firstComment: seconds(0.05),
  nextComment: seconds(0.05),
};
const CHUNK = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'hi' } }] })}\n\n`;
const STOP = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`;

/** Serves one stream by `use`, and reads it. */
async function heard(
  use: (delivery: Delivery, follower: Follower) => Promise<void> | void,
  path = '/v1/chat/completions',
): Promise<{ status: number; headers: Headers; text: string }> {
  const protocol = protocolOf(path);
  if (protocol === null) throw new Error(`${path} is gone`);
  const follower = protocol.follow({
    model: 'tiny',
    upstream: 'llama.cpp',
    cap: tokens(9),
    context: null,
    promptTokens: tokens(1),
    wantsUsage: false,
    assemble: false,
    at: instant(0),
  });
  const server = createServer((_request, outgoing) => {
    void use(createStreamDelivery({ protocol, outgoing, stream: true, time: QUICK }), follower);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Long enough for the comments of {@link QUICK}; that they come by time is what is tested. */
async function silence(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 180));
}

describe('while nothing comes', () => {
  test('comments do, and what the headers could not say stands before the last event', async () => {
    const { text, headers } = await heard(async (delivery, follower) => {
      await silence();
      delivery.admitted({ 'x-hearth-cap': '9' }, 'cap 9, reason time');
      delivery.take(follower.push(Buffer.from(CHUNK)));
      await silence();
      delivery.take(follower.push(Buffer.from(STOP)));
      delivery.finish(follower, follower.end().closing);
    });
    expect(headers.has('x-hearth-cap')).toBe(false);
    expect(text.split(CHUNK)[0]?.match(/^: /gm)?.length).toBeGreaterThanOrEqual(2);
    expect(text.split(CHUNK)[1]?.match(/^: the/gm)?.length).toBeGreaterThanOrEqual(2);
    expect(text).toContain(`: cap 9, reason time\n\n${STOP}`);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('an error has to be told inside the stream that has begun', async () => {
    const { status, text } = await heard(async (delivery) => {
      await silence();
      delivery.fail(refuseFor('wait-expired', 0), null);
    });
    expect(status).toBe(200);
    expect(text).toMatch(/data: \{"error":\{.*"code":"wait_expired"/);
    expect(text).not.toContain('[DONE]');
  });

  test('a stream of lines, which has no comments, stays silent and keeps its status', async () => {
    const { status, text } = await heard(async (delivery) => {
      await silence();
      delivery.fail(refuseFor('wait-expired', 0), null);
    }, '/api/chat');
    expect(status).toBe(429);
    expect(JSON.parse(text)).toMatchObject({ code: 'wait_expired' });
  });
});

test('what is quickly refused keeps its status', async () => {
  const { status, headers } = await heard((delivery) => {
    delivery.fail(refuseFor('queue-full', 0, { retryAfter: seconds(3) }), null);
  });
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('3');
});

test('what is known in time goes into the headers', async () => {
  const { headers, text } = await heard((delivery, follower) => {
    delivery.admitted({ 'x-hearth-cap': '9' }, 'cap 9, reason time');
    delivery.take(follower.push(Buffer.from(STOP)));
    delivery.finish(follower, follower.end().closing);
  });
  expect(headers.get('x-hearth-cap')).toBe('9');
  expect(text).not.toMatch(/^: /m);
});
