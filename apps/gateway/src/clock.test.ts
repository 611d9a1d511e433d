import { instant, seconds } from '@hearth/words';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createClockGate, type ClockGate } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NOW = instant(Date.parse('2026-01-05T02:00:00Z'));

/** A gate over a clock that becomes synchronised after `after` questions, and what the gate did. */
function gateOver(after: number, mark = instant(0)): { gate: ClockGate; did: string[] } {
  const did: string[] = [];
  let asked = 0;
  const gate = createClockGate({
    ask: () => Promise.resolve(asked++ >= after),
    wait: seconds(300),
    mark,
    log: () => {},
    synchronised: () => did.push('synchronised'),
    gaveUp: () => did.push('gave up'),
  });
  return { gate, did };
}

test('with a synchronised clock the gate opens at once', async () => {
  const { gate, did } = gateOver(0);
  expect(gate.trusts(NOW)).toBe(false);
  await gate.start();
  expect(gate.trusts(NOW)).toBe(true);
  expect(did).toEqual(['synchronised']);
});

test('the gate waits for the clock and opens when it has come', async () => {
  const { gate, did } = gateOver(3);
  await gate.start();
  await vi.advanceTimersByTimeAsync(5000);
  expect(gate.trusts(NOW)).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(gate.trusts(NOW)).toBe(true);
  expect(did).toEqual(['synchronised']);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(did).toEqual(['synchronised']);
});

test('after five minutes the clock is believed all the same, but not one that is plainly behind', async () => {
  const { gate, did } = gateOver(Infinity, NOW);
  await gate.start();
  await vi.advanceTimersByTimeAsync(299_000);
  expect(gate.trusts(NOW)).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(did).toEqual(['gave up']);
  expect(gate.trusts(NOW)).toBe(true);
  expect(gate.trusts(instant(NOW - 1))).toBe(false);
  expect(gate.isSynchronised()).toBe(false);
});

test('a clock that comes late, after the wait was over, is still learnt of', async () => {
  const { gate, did } = gateOver(200);
  await gate.start();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(did).toEqual(['gave up']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(did).toEqual(['gave up', 'synchronised']);
});

test('a gate that was closed asks no more', async () => {
  const { gate, did } = gateOver(3);
  await gate.start();
  gate.close();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(did).toEqual([]);
});

test.each([
  ['the first question', 0],
  ['a later one', 2000],
])('closed while %s is under way, it leaves no timer and tells nobody', async (_, askedAt) => {
  const did: string[] = [];
  const answers: ((is: boolean) => void)[] = [];
  const gate = createClockGate({
    ask: () => new Promise((resolve) => answers.push(resolve)),
    wait: seconds(300),
    mark: null,
    log: () => {},
    synchronised: () => did.push('synchronised'),
    gaveUp: () => did.push('gave up'),
  });
  const started = gate.start();
  if (askedAt > 0) {
    answers.shift()?.(false);
    await started;
    await vi.advanceTimersByTimeAsync(askedAt);
  }
  expect(answers).toHaveLength(1);
  gate.close();
  answers.shift()?.(false);
  await started;
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(did).toEqual([]);
});
