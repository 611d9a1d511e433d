import { bytes, callId, seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { House, machineName, someCall } from './house.test.helper.ts';

describe('reduce', () => {
  test('a call goes to a free slot at once, with the model it asked for', () => {
    const house = new House();
    house.machine();
    const call = house.arrive();
    expect(house.actions).toEqual([
      { type: 'admit', call, machine: machineName('gpu-box'), model: 'qwen' },
    ]);
  });

  test('while one call runs, a batch call that came first waits for an interactive one', () => {
    const house = new House();
    house.machine();
    house.arrive();
    const batch = house.arrive({ priority: 'batch' });
    const interactive = house.arrive({ priority: 'interactive' });
    expect(house.nextAfter(10)).toBe(interactive);
    expect(house.nextAfter(10)).toBe(batch);
  });

  test('inside a priority, budget and sub-caller the oldest goes first', () => {
    const house = new House();
    house.machine();
    const calls = [house.arrive(), house.arrive(), house.arrive()];
    house.nextAfter(1);
    house.nextAfter(1);
    expect(house.admitted).toEqual(calls);
  });

  test('a caller that hangs up while it waits leaves the queue and is never admitted', () => {
    const house = new House();
    house.machine();
    house.arrive();
    const gone = house.arrive();
    const next = house.arrive();
    expect(house.send({ type: 'hangUp', call: gone })).toEqual([]);
    expect(house.nextAfter(1)).toBe(next);
    expect(house.admitted).not.toContain(gone);
  });

  test('silence never frees a slot', () => {
    const house = new House();
    house.machine();
    house.arrive({ expected: seconds(5) });
    house.arrive({ maxWait: seconds(1e6) });
    house.pass(900_000);
    expect(house.tick()).toEqual([]);
  });

  test('what happens to calls and machines that nobody knows changes nothing', () => {
    const house = new House();
    const call = callId(7);
    const machine = machineName('nowhere');
    expect(house.end(call)).toEqual([]);
    expect(house.send({ type: 'hangUp', call })).toEqual([]);
    expect(house.send({ type: 'cancelled', call })).toEqual([]);
    expect(house.send({ type: 'progress', call, remaining: seconds(1) })).toEqual([]);
    expect(house.send({ type: 'drained', machine, call, proven: true })).toEqual([]);
    expect(house.send({ type: 'machineGone', machine })).toEqual([]);
  });

  test('a call that arrives twice is a mistake of the caller', () => {
    const house = new House();
    house.machine();
    const call = house.arrive();
    expect(() => house.send({ type: 'arrive', call: someCall(call) })).toThrow(/arrived before/);
  });

  test('time that goes back is taken to stand still', () => {
    const house = new House();
    house.machine();
    house.arrive();
    const waiting = house.arrive({ maxWait: seconds(60) });
    house.pass(-3600);
    house.tick();
    house.pass(3600 + 60);
    house.tick();
    expect(house.refusal(waiting)).toMatchObject({ reason: 'wait-expired' });
  });

  test('for a restart the waiting are refused, later ones too, and nothing is admitted any more', () => {
    const house = new House();
    house.machine();
    const running = house.arrive({ expected: seconds(30) });
    const waiting = house.arrive();
    house.arrive({ priority: 'interactive' });
    house.send({ type: 'drainForShutdown' });
    expect(house.refusal(waiting)).toMatchObject({ reason: 'restarting', retryAfter: 30 });
    expect(house.end(running)).toEqual([]);
    const late = house.arrive();
    expect(house.refusal(late)).toMatchObject({ reason: 'restarting', retryAfter: 5 });
    expect(house.admitted).toEqual([running]);
  });

  test('nothing is remembered of calls that have ended, nor of budgets that have none left', () => {
    const house = new House();
    house.machine();
    for (let i = 0; i < 2000; i++) {
      house.arrive({ budget: `budget ${i % 300}`, caller: `caller ${i}`, bytes: bytes(10) });
      if (i % 3 === 0) house.nextAfter(i % 7);
    }
    while (house.state.waiting.size > 0) house.nextAfter(3);
    house.nextAfter(1);
    house.arrive();
    house.nextAfter(1);
    const parties = [...house.state.machines.values()].flatMap(({ shares }) => [
      ...shares.user.parties,
    ]);
    expect(parties).toEqual([]);
    expect(house.state).toMatchObject({ waitingBytes: 0 });
    expect(house.holding).toEqual([]);
  });
});
