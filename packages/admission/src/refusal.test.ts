import { after, seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { House, machineName } from './house.test.helper.ts';

describe('a call is refused', () => {
  test('at once when no machine serves its model, or speaks its API', () => {
    const house = new House();
    house.machine();
    const call = house.arrive({ model: 'unknown' });
    expect(house.refusal(call)).toMatchObject({ reason: 'no-machine', retryAfter: null });
    expect(house.refusal(house.arrive({ api: 'ollama' }))).toMatchObject({ reason: 'no-machine' });
  });

  test('at once when its machine has been away for a minute, not before', () => {
    const house = new House();
    house.machine({ up: false });
    house.pass(59);
    const early = house.arrive();
    expect(house.refusal(early)).toBeUndefined();
    house.pass(1);
    house.tick();
    expect(house.refusal(early)).toMatchObject({ reason: 'no-machine' });
    expect(house.refusal(house.arrive())).toMatchObject({ reason: 'no-machine' });
  });

  test('not when its machine comes back within the minute', () => {
    const house = new House();
    house.machine({ up: false });
    const call = house.arrive();
    house.pass(30);
    expect(house.machine()).toMatchObject([{ type: 'admit', call }]);
  });

  test('when its machine is declared no more', () => {
    const house = new House();
    house.machine();
    house.arrive();
    const call = house.arrive();
    house.send({ type: 'machineGone', machine: machineName('gpu-box') });
    expect(house.refusal(call)).toMatchObject({ reason: 'no-machine' });
  });

  test('when its wait is over, to the millisecond', () => {
    const house = new House();
    house.machine();
    house.arrive({ expected: seconds(90) });
    const call = house.arrive({ maxWait: seconds(60) });
    house.pass(59.999);
    expect(house.tick()).toEqual([]);
    house.pass(0.001);
    house.tick();
    expect(house.refusal(call)).toMatchObject({ reason: 'wait-expired', retryAfter: 30 });
  });

  test('and not admitted, when a slot frees after its wait was over but before anybody looked', () => {
    const house = new House();
    house.machine();
    house.arrive();
    const call = house.arrive({ maxWait: seconds(60) });
    expect(house.nextAfter(61)).toBeUndefined();
    expect(house.refusal(call)).toMatchObject({ reason: 'wait-expired' });
  });

  test('at once when it will not wait and no slot is free', () => {
    const house = new House();
    house.machine();
    expect(house.refusal(house.arrive({ maxWait: seconds(0) }))).toBeUndefined();
    expect(house.refusal(house.arrive({ maxWait: seconds(0) }))).toMatchObject({
      reason: 'wait-expired',
    });
  });

  test('when its deadline has come, before or while it waits', () => {
    const house = new House();
    house.machine();
    house.arrive();
    const call = house.arrive({ deadline: after(house.now, seconds(20)) });
    expect(house.refusal(house.arrive({ deadline: house.now }))).toMatchObject({
      reason: 'deadline',
    });
    expect(house.nextAfter(20)).toBeUndefined();
    expect(house.refusal(call)).toMatchObject({ reason: 'deadline' });
  });

  test('with the state of its machine when that is what it waited for', () => {
    const house = new House();
    const maxWait = seconds(10);
    house.machine({ name: 'a', models: { qwen: 'loading' } });
    house.machine({ name: 'b', models: { llama: 'loaded' }, draining: true });
    const loading = house.arrive({ model: 'qwen', maxWait });
    const draining = house.arrive({ model: 'llama', maxWait });
    house.pass(10);
    house.tick();
    expect(house.refusal(loading)).toMatchObject({ reason: 'loading', retryAfter: 5 });
    expect(house.refusal(draining)).toMatchObject({ reason: 'draining' });
  });

  test('as draining when the only slot is busy with a cancelled call', () => {
    const house = new House();
    house.machine();
    house.send({ type: 'cancelled', call: house.arrive() });
    expect(house.refusal(house.arrive({ maxWait: seconds(0) }))).toMatchObject({
      reason: 'draining',
      retryAfter: 10,
    });
  });
});
