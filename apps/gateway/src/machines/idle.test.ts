import { startMachine, type Machine } from '@hearth/test-kit';
import { instant, name, seconds, tokens } from '@hearth/words';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createAsk } from './ask.ts';
import { discover } from './discover.ts';
import { drainBound, untilIdle, type IdleWait } from './idle.ts';
import type { Watched } from './watch.ts';

async function waitOn(machine: Machine, change: Partial<IdleWait> = {}): Promise<IdleWait> {
  const ask = createAsk(machine.url);
  onTestFinished(() => ask.close());
  const { server, look } = await discover(ask, 'auto', null);
  const watched: Watched = {
    declared: { name: name('box'), url: machine.url, api: 'auto', slots: 1, models: new Map() },
    url: machine.url,
    ask,
    state: 'up',
    detail: null,
    server,
    look,
    windows: new Map(),
    answeredAt: null,
  };
  return {
    machine: watched,
    allowed: () => 0,
    bound: seconds(10),
    steady: () => instant(performance.now()),
    signal: new AbortController().signal,
    ...change,
  };
}

/** Gives the machine something to do, which nobody listens to any more, for about half a second. */
async function busy(machine: Machine): Promise<void> {
  machine.failNext({ kind: 'deaf' });
  const stop = new AbortController();
  fetch(`${machine.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'tiny', stream: true, messages: [] }),
    signal: stop.signal,
  })
    .then((response) => response.text())
    .catch(() => null);
  await machine.until(({ calls }) => (calls[0]?.tokens ?? 0) >= 1);
  stop.abort();
}

async function machineOf(kind: 'llama.cpp' | 'ollama'): Promise<Machine> {
  const machine = await startMachine({ kind, tokensPerSecond: 100, answer: tokens(50) });
  onTestFinished(() => machine.close());
  return machine;
}

describe('a machine is idle', () => {
  test('when it says so', async () => {
    const machine = await machineOf('llama.cpp');
    await busy(machine);
    expect(await untilIdle(await waitOn(machine))).toBe('proven');
    expect(machine.calls[0]?.state).toBe('finished');
  });

  test('when what it does are only the calls that run there', async () => {
    const machine = await machineOf('llama.cpp');
    await busy(machine);
    expect(await untilIdle(await waitOn(machine, { allowed: () => 1 }))).toBe('proven');
    expect(machine.calls[0]?.state).toBe('generating');
  });

  test('by its bound, where it cannot say', async () => {
    const machine = await machineOf('ollama');
    const started = performance.now();
    expect(await untilIdle(await waitOn(machine, { bound: seconds(0.2) }))).toBe('bound');
    expect(performance.now() - started).toBeGreaterThanOrEqual(200);
  });

  test('by its bound, where it is gone', async () => {
    const machine = await machineOf('llama.cpp');
    const wait = await waitOn(machine, { bound: seconds(0.1) });
    await machine.goAway();
    expect(await untilIdle(wait)).toBe('bound');
  });
});

test('the wait can be ended', async () => {
  const machine = await machineOf('ollama');
  const stop = new AbortController();
  const waiting = untilIdle(await waitOn(machine, { signal: stop.signal }));
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('the bound is what is left of the answer, and the prompt while that is not read', () => {
  expect(drainBound(100, 40, 10, seconds(3))).toBe(9);
  expect(drainBound(100, 140, 10, seconds(0))).toBe(0);
});
