import { protocolOf } from '@hearth/protocols';
import { startMachine, type Machine, type MachineOptions } from '@hearth/test-kit';
import { after, instant, seconds, tokens } from '@hearth/words';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';

import { startExchange, type ExchangeOptions, type Outcome } from './exchange.ts';
import { chatOf } from './gateway.test.helper.ts';
import { createSender } from './send.ts';

const steady = () => instant(performance.now());

/** Sends one chat to a machine, and says how that came out. */
async function outcomeOf(
  url: string,
  change: Partial<ExchangeOptions> = {},
): Promise<{ outcome: Outcome; taken: string }> {
  const sender = createSender(url);
  onTestFinished(() => sender.close());
  const protocol = protocolOf('/v1/chat/completions');
  if (protocol === null) throw new Error('chat is gone');
  const cap = tokens(1000);
  const facts = { model: 'tiny', upstream: 'llama.cpp', cap, context: null } as const;
  const more = { promptTokens: tokens(1), wantsUsage: true, assemble: false, at: instant(0) };
  let taken = '';
  const outcome = await new Promise<Outcome>((settled) => {
    startExchange({
      sender,
      request: {
        method: 'POST',
        path: protocol.path,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(chatOf('hello', { stream: true })),
      },
      follower: protocol.follow({ ...facts, ...more }),
      take(events) {
        for (const { out } of events) taken += Buffer.from(out).toString();
        return false;
      },
      answered: () => undefined,
      started: () => undefined,
      progressed: () => undefined,
      settled,
      deadline: after(steady(), seconds(10)),
      silence: { before: seconds(5), after: seconds(5) },
      mostTokens: 1000,
      steady,
      ...change,
    });
  });
  return { outcome, taken };
}

async function machineOf(options: MachineOptions): Promise<Machine> {
  const machine = await startMachine(options);
  onTestFinished(() => machine.close());
  return machine;
}

describe('silence', () => {
  test('before the first token is borne for as long as the prompt may take, and no longer', async () => {
    const machine = await machineOf({});
    machine.failNext({ kind: 'no-headers' });
    const silence = { before: seconds(0.1), after: seconds(5) };
    const { outcome } = await outcomeOf(machine.url, { silence });
    expect(outcome).toEqual({ kind: 'silent', silence: 0.1, over: false });
    await machine.until(({ calls }) => calls[0]?.state === 'aborted');
  });

  test('after it is borne for less', async () => {
    const machine = await machineOf({});
    machine.failNext({ kind: 'silent', afterTokens: tokens(3) });
    const silence = { before: seconds(5), after: seconds(0.1) };
    const { outcome, taken } = await outcomeOf(machine.url, { silence });
    expect(outcome.kind).toBe('silent');
    expect(taken).toContain('ipsum');
  });

  test('is not broken by comments alone: a server may send those while it hangs', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write(': ping\n\n'), 20);
      response.on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const silence = { before: seconds(0.2), after: seconds(5) };
    expect((await outcomeOf(url, { silence })).outcome.kind).toBe('silent');
  });

  test('is not there while a model thinks', async () => {
    const machine = await machineOf({
      tokensPerSecond: 10,
      thinking: tokens(8),
      answer: tokens(1),
    });
    const silence = { before: seconds(0.5), after: seconds(0.5) };
    expect((await outcomeOf(machine.url, { silence })).outcome.kind).toBe('whole');
  });

  test('is not there while tokens come slowly', async () => {
    const machine = await machineOf({ tokensPerSecond: 10, answer: tokens(9) });
    const silence = { before: seconds(0.5), after: seconds(0.5) };
    expect((await outcomeOf(machine.url, { silence })).outcome.kind).toBe('whole');
  });
});

test('a machine that goes on past the most tokens is cut', async () => {
  const machine = await machineOf({ answer: tokens(Infinity), tokensPerSecond: 1000 });
  expect((await outcomeOf(machine.url, { mostTokens: 20 })).outcome.kind).toBe('cap');
  await machine.until(({ calls }) => calls[0]?.state === 'aborted');
});

test('a server that has said everything and keeps its connection open is not waited for', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const choice = { index: 0, delta: { content: 'hi' }, finish_reason: 'stop' };
    response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { outcome } = await outcomeOf(url);
  expect(outcome.kind).toBe('whole');
  const closing = outcome.kind === 'whole' ? Buffer.from(outcome.closing).toString() : '';
  expect(closing).toContain('[DONE]');
});

test('nobody there is told apart from somebody who broke off', async () => {
  const machine = await machineOf({});
  await machine.goAway();
  expect((await outcomeOf(machine.url)).outcome.kind).toBe('unreachable');
  await machine.comeBack();
  machine.failNext({ kind: 'die', afterTokens: tokens(1) });
  expect((await outcomeOf(machine.url)).outcome.kind).toBe('died');
});
