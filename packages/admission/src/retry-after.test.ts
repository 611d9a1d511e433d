import { after, seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { House, type SomeCall } from './house.test.helper.ts';

/** What a call is told that will not wait. */
function told(house: House, some: SomeCall = {}): number | null | undefined {
  return house.refusal(house.arrive({ maxWait: seconds(0), ...some }))?.retryAfter;
}

describe('the time after which a refused caller is told to come back', () => {
  test('is what is left of the running call, not the time to empty the queue', () => {
    const house = new House();
    house.machine();
    house.arrive({ expected: seconds(40) });
    for (let i = 0; i < 50; i++) house.arrive({ expected: seconds(40) });
    house.pass(15);
    expect(told(house)).toBe(25);
  });

  test('counts those of higher priorities that wait, since they go first', () => {
    const house = new House();
    house.machine();
    house.arrive({ expected: seconds(40) });
    for (let i = 0; i < 3; i++) house.arrive({ expected: seconds(20), priority: 'interactive' });
    expect(told(house, { priority: 'batch' })).toBe(100);
    expect(told(house, { priority: 'interactive' })).toBe(40);
  });

  test('is shorter where there are more slots', () => {
    const house = new House();
    house.machine({ slots: 2 });
    house.arrive({ expected: seconds(40) });
    house.arrive({ expected: seconds(30) });
    house.arrive({ expected: seconds(20), priority: 'interactive' });
    expect(told(house)).toBe(40);
  });

  test('follows what is said about the progress of the running call', () => {
    const house = new House();
    house.machine();
    const running = house.arrive({ expected: seconds(200) });
    house.send({ type: 'progress', call: running, remaining: seconds(12) });
    expect(told(house)).toBe(12);
  });

  test('is never less than a second, nor more than five minutes', () => {
    const house = new House();
    house.machine();
    const running = house.arrive({ expected: seconds(10) });
    house.pass(60);
    expect(told(house)).toBe(1);
    house.send({ type: 'progress', call: running, remaining: seconds(4000) });
    expect(told(house)).toBe(300);
  });

  test('waits for the whole machine where another model has to be loaded', () => {
    const house = new House();
    house.machine({ slots: 2, models: { qwen: 'loaded', llama: 'loadable' } });
    house.arrive({ expected: seconds(40) });
    house.arrive({ expected: seconds(10) });
    expect(told(house, { model: 'llama' })).toBe(40);
    expect(told(house, { model: 'qwen' })).toBe(10);
  });

  test('is the time until the budget opens, without a limit', () => {
    const house = new House();
    house.machine();
    house.budget('house', { closedUntil: after(house.now, seconds(40_000)), over: 'refuse' });
    expect(told(house)).toBe(40_000);
  });
});
