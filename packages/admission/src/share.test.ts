import { seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { House } from './house.test.helper.ts';

/** Runs whatever is next for as long as `lengthOf` says, `count` times, and returns the seconds of each budget. */
function run(
  house: House,
  count: number,
  lengthOf: (budget: string) => number,
): Map<string, number> {
  const had = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const [station] = house.state.machines.values();
    const [held] = station?.held.values() ?? [];
    if (held === undefined) throw new Error('nothing runs');
    const { budget } = held.call;
    had.set(budget, (had.get(budget) ?? 0) + lengthOf(budget));
    house.arrive({ budget, expected: held.call.expected });
    house.nextAfter(lengthOf(budget));
  }
  return had;
}

describe('the shares of a machine', () => {
  test('a flood of a thousand calls on one budget delays a call on another by one of them at most', () => {
    const house = new House();
    house.machine();
    for (let i = 0; i < 1000; i++) house.arrive({ budget: 'flood' });
    house.nextAfter(10);
    const other = house.arrive({ budget: 'other' });
    const order = [house.nextAfter(10), house.nextAfter(10)];
    expect(order).toContain(other);
  });

  test('the same holds between two sub-callers of one budget', () => {
    const house = new House();
    house.machine();
    for (let i = 0; i < 200; i++) house.arrive({ caller: 'agent' });
    house.nextAfter(10);
    const other = house.arrive({ caller: 'editor' });
    expect([house.nextAfter(10), house.nextAfter(10)]).toContain(other);
  });

  test('two budgets that always have calls waiting share seconds, not calls', () => {
    const house = new House();
    house.machine();
    for (let i = 0; i < 2; i++) house.arrive({ budget: 'long' });
    for (let i = 0; i < 20; i++) house.arrive({ budget: 'short' });
    const had = run(house, 100, (budget) => (budget === 'long' ? 60 : 5));
    expect(Math.abs((had.get('long') ?? 0) - (had.get('short') ?? 0))).toBeLessThanOrEqual(60);
  });

  test('what a call was expected to take does not matter, only what it took', () => {
    const house = new House();
    house.machine();
    for (let i = 0; i < 2; i++) house.arrive({ budget: 'modest', expected: seconds(1) });
    for (let i = 0; i < 2; i++) house.arrive({ budget: 'anxious', expected: seconds(1200) });
    const had = run(house, 50, (budget) => (budget === 'modest' ? 20 : 10));
    expect(Math.abs((had.get('modest') ?? 0) - (had.get('anxious') ?? 0))).toBeLessThanOrEqual(20);
  });

  test('a budget that stayed away has saved up nothing', () => {
    const house = new House();
    house.machine();
    for (let i = 0; i < 3; i++) house.arrive({ budget: 'steady' });
    run(house, 100, () => 30);
    const back = Array.from({ length: 3 }, () => house.arrive({ budget: 'back' }));
    const order = Array.from({ length: 4 }, () => house.nextAfter(30));
    expect(order.filter((call) => call !== undefined && back.includes(call))).toHaveLength(2);
  });

  test('a budget that sends its next long call as soon as it has its answer gains nothing by it', () => {
    const house = new House();
    house.machine();
    for (let i = 0; i < 100; i++) house.arrive({ budget: 'flood' });
    house.nextAfter(1);
    let long = house.arrive({ budget: 'long' });
    let had = 0;
    for (let i = 0; i < 80; i++) {
      const isLong = house.holding.includes(long);
      if (isLong) had += 1;
      house.nextAfter(isLong ? 10 : 1);
      if (isLong) long = house.arrive({ budget: 'long' });
    }
    expect(had).toBeGreaterThanOrEqual(6);
    expect(had).toBeLessThanOrEqual(9);
  });

  test('what a budget had on an idle machine is no debt when others come later', () => {
    const house = new House();
    house.machine();
    house.arrive({ budget: 'morning' });
    house.nextAfter(1200);
    house.arrive({ budget: 'somebody' });
    const calls = ['morning', 'other', 'morning', 'other'].map((budget) =>
      house.arrive({ budget }),
    );
    const order = Array.from({ length: 4 }, () => house.nextAfter(10));
    expect(order).toEqual(calls);
  });

  test('on a machine with two slots one budget does not get both while another waits', () => {
    const house = new House();
    house.machine({ slots: 2, up: false });
    const first = house.arrive({ budget: 'a' });
    house.arrive({ budget: 'a' });
    const other = house.arrive({ budget: 'b' });
    house.machine({ slots: 2 });
    expect(house.admitted).toEqual([first, other]);
  });

  test('somebody new goes behind those who have had as little, and before those who have had more', () => {
    const house = new House();
    house.machine({ up: false });
    for (const budget of ['a', 'b', 'c', 'a', 'b', 'c']) house.arrive({ budget });
    house.machine();
    for (let i = 0; i < 3; i++) house.nextAfter(10);
    const [secondB, secondC] = house.state.waiting.keys();
    const newcomer = house.arrive({ budget: 'new' });
    house.arrive({ budget: 'a' });
    const order = Array.from({ length: 3 }, () => house.nextAfter(10));
    expect(order).toEqual([secondB, secondC, newcomer]);
  });

  test('remember nobody for long who has had little, and few of those who have had much', () => {
    const house = new House({ waitingCalls: 1000 });
    house.machine();
    for (let i = 0; i < 400; i++) house.arrive({ budget: 'flood', maxWait: seconds(1e9) });
    for (let i = 0; i < 300; i++) {
      house.arrive({ budget: `once ${i}`, maxWait: seconds(1e9) });
      house.nextAfter(i < 150 ? 1 : 1000 - i);
    }
    const [station] = house.state.machines.values();
    expect(station?.shares.user.parties.size).toBeLessThan(70);
    for (let i = 0; i < 200; i++) house.nextAfter(1e4);
    expect([...(station?.shares.user.parties.keys() ?? [])]).toEqual(['flood']);
  });
});
