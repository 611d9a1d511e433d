import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

import { protocolOf } from '@hearth/protocols';
import { after, instant, seconds, tokens } from '@hearth/words';
import { expect, onTestFinished, test } from 'vitest';

import { createDelivery } from './create-delivery.ts';
import { startExchange } from './exchange.ts';
import { createSender } from './send.ts';
import { callTime } from './time.ts';

setFlagsFromString('--allow-natives-syntax');
const isFast = runInThisContext('(object) => %HasFastProperties(object)') as (
  object: object,
) => boolean;

const steady = () => instant(performance.now());
const nothing = () => undefined;

// Each call makes new ones. What has slow properties is kept by V8, with all of its call, until the next full collection.

test.each([
  ['of a stream', '/v1/chat/completions', true],
  ['of one piece', '/v1/chat/completions', false],
  ['of a body', '/v1/embeddings', false],
] as const)('a delivery %s has fast properties', (_what, path, stream) => {
  const protocol = tongue(path);
  const none = { timeout: null, maxWait: null, clientTimeout: null };
  const consumer = { timeout: null, maxWait: null };
  const time = callTime({ arrivedAt: instant(0), stream, priority: 'user', consumer, ...none });
  const made = Array.from({ length: 3 }, () => {
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
    onTestFinished(() => void outgoing.destroy());
    return createDelivery({ protocol, outgoing, stream, time, headers: {} });
  });
  expect(made.map(isFast)).toEqual([true, true, true]);
});

test('an exchange has fast properties', () => {
  const protocol = tongue('/v1/chat/completions');
  const sender = createSender('http://127.0.0.1:9');
  onTestFinished(() => sender.close());
  const facts = { model: 'tiny', upstream: 'llama.cpp', cap: tokens(1), context: null } as const;
  const more = { promptTokens: tokens(1), wantsUsage: true, assemble: false, at: instant(0) };
  const made = Array.from({ length: 3 }, () => {
    const exchange = startExchange({
      sender,
      request: { method: 'POST', path: protocol.path, headers: {}, body: '{}' },
      follower: protocol.follow({ ...facts, ...more }),
      take: () => false,
      answered: nothing,
      started: nothing,
      progressed: nothing,
      settled: nothing,
      deadline: after(steady(), seconds(10)),
      silence: { before: seconds(5), after: seconds(5) },
      mostTokens: 1,
      steady,
    });
    onTestFinished(() => void exchange.abandon());
    return exchange;
  });
  expect(made.map(isFast)).toEqual([true, true, true]);
});

function tongue(path: string): NonNullable<ReturnType<typeof protocolOf>> {
  const protocol = protocolOf(path);
  if (protocol === null) throw new Error(`Nothing speaks ${path}.`);
  return protocol;
}
