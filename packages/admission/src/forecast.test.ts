import { after, seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { forecast, forecasts } from './forecast.ts';
import { House, machineName } from './house.test.helper.ts';

describe('the forecast', () => {
  test('of a waiting call names its place, who starts before it, and when it starts where', () => {
    const house = new House();
    house.machine();
    house.arrive({ expected: seconds(30) });
    const batch = house.arrive({ priority: 'batch', expected: seconds(5) });
    const user = house.arrive({ priority: 'user', expected: seconds(20) });
    house.pass(10);
    expect(forecast(house.state, batch, house.now)).toEqual({
      call: batch,
      place: 2,
      ahead: [user],
      starts: { at: after(house.now, seconds(40)), machine: machineName('gpu-box') },
      refused: null,
    });
  });

  test('knows turns: an overdue call starts after four of a higher priority', () => {
    const house = new House();
    house.machine();
    house.arrive({ priority: 'interactive' });
    const batch = house.arrive({ priority: 'batch' });
    house.pass(180);
    for (let i = 0; i < 10; i++) house.arrive({ priority: 'interactive' });
    expect(forecast(house.state, batch, house.now)?.place).toBe(5);
  });

  test('says when and why a call would be refused before its turn', () => {
    const house = new House();
    house.machine();
    house.arrive({ expected: seconds(600) });
    const call = house.arrive({ maxWait: seconds(60) });
    expect(forecast(house.state, call, house.now)).toMatchObject({
      starts: null,
      refused: { at: after(house.now, seconds(60)), reason: 'wait-expired' },
    });
  });

  test('says nothing of a call that nothing known will move', () => {
    const house = new House();
    house.machine({ draining: true });
    const call = house.arrive({ maxWait: seconds(50), deadline: null });
    expect(forecast(house.state, call, house.now)?.refused).toMatchObject({ reason: 'draining' });
  });

  test('of all that wait comes in the order in which they start', () => {
    const house = new House();
    house.machine({ slots: 2 });
    for (let i = 0; i < 2; i++) house.arrive();
    const batch = house.arrive({ priority: 'batch' });
    const user = house.arrive({ priority: 'user' });
    const interactive = house.arrive({ priority: 'interactive' });
    const all = forecasts(house.state, house.now);
    expect(all.map((one) => [one.call, one.place])).toEqual([
      [interactive, 1],
      [user, 2],
      [batch, 3],
    ]);
  });

  test('is what really happens, when no more calls arrive and all take as long as expected', () => {
    const house = new House();
    house.machine({ models: { qwen: 'loaded', llama: 'loadable' } });
    const priorities = ['user', 'batch', 'interactive'] as const;
    for (let i = 0; i < 40; i++) {
      const priority = priorities[i % 3] ?? 'user';
      const model = i % 5 === 0 ? 'llama' : 'qwen';
      house.arrive({ priority, model, budget: `b${i % 4}`, expected: seconds(3 + (i % 7)) });
    }
    const told = forecasts(house.state, house.now).map((one) => one.call);
    const before = house.admitted.length;
    while (house.holding.length > 0) {
      const [station] = house.state.machines.values();
      const [held] = station?.held.values() ?? [];
      house.nextAfter(held?.call.expected ?? 0);
    }
    expect(told).toEqual(house.admitted.slice(before));
  });

  test('leaves the state as it is', () => {
    const house = new House();
    house.machine();
    for (let i = 0; i < 10; i++) house.arrive({ budget: `b${i}` });
    const before = structuredClone(house.state);
    forecasts(house.state, after(house.now, seconds(5)));
    expect(house.state).toEqual(before);
  });

  test('of a call that does not wait is none', () => {
    const house = new House();
    house.machine();
    expect(forecast(house.state, house.arrive(), house.now)).toBeNull();
  });
});
