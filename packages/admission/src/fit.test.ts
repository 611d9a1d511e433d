import { seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { House, machineName } from './house.test.helper.ts';

describe('where a call goes', () => {
  test('to the machine that runs its model, not to one that would have to load it', () => {
    const house = new House();
    house.machine({ name: 'a', models: { llama: 'loaded', qwen: 'loadable' } });
    house.machine({ name: 'b', models: { qwen: 'loaded' } });
    house.arrive({ model: 'qwen' });
    expect(house.actions).toMatchObject([{ machine: machineName('b'), model: 'qwen' }]);
  });

  test('to a machine with nothing loaded rather than to one that would have to unload', () => {
    const house = new House();
    house.machine({ name: 'a', models: { llama: 'loaded', qwen: 'loadable' } });
    house.machine({ name: 'b', models: { qwen: 'loadable' } });
    house.arrive({ model: 'qwen' });
    expect(house.actions).toMatchObject([{ machine: machineName('b') }]);
  });

  test('to the machine with fewer calls on it, when both run its model', () => {
    const house = new House();
    house.machine({ name: 'a', slots: 3 });
    house.machine({ name: 'b', slots: 3 });
    for (let i = 0; i < 4; i++) house.arrive();
    const machines = house.actions.map((one) => one.type === 'admit' && one.machine);
    expect(machines).toEqual(['a', 'b', 'a', 'b']);
  });

  test('is decided when a slot frees: a call for a busy machine is taken by another that frees first', () => {
    const house = new House();
    house.machine({ name: 'a' });
    house.machine({ name: 'b' });
    house.arrive();
    const onB = house.arrive();
    const waiting = house.arrive();
    expect(house.end(onB)).toMatchObject([{ call: waiting, machine: machineName('b') }]);
  });

  test('a free machine loads the model of a busy one only when no call of its own model waits', () => {
    const house = new House();
    house.machine({ name: 'a', models: { qwen: 'loaded', llama: 'loadable' } });
    house.machine({ name: 'b', models: { llama: 'loaded', qwen: 'loadable' } });
    house.arrive({ model: 'qwen' });
    const onB = house.arrive({ model: 'llama' });
    const qwen = house.arrive({ model: 'qwen', budget: 'other' });
    const llama = house.arrive({ model: 'llama' });
    expect(house.end(onB)).toMatchObject([{ call: llama, machine: machineName('b') }]);
    expect(house.end(llama)).toMatchObject([{ call: qwen, machine: machineName('b') }]);
  });

  test('a machine that is away, draining or on trial is not waited for', () => {
    for (const trouble of ['away', 'draining', 'trial'] as const) {
      const house = new House();
      house.machine({ name: 'a', models: { qwen: 'loaded' } });
      if (trouble === 'trial') for (let i = 0; i < 3; i++) house.end(house.arrive(), true);
      house.machine({ name: 'a', up: trouble !== 'away', draining: trouble === 'draining' });
      house.machine({ name: 'b', models: { llama: 'loaded', qwen: 'loadable' } });
      const onB = house.arrive({ model: 'llama' });
      const qwen = house.arrive({ model: 'qwen', budget: 'other' });
      house.arrive({ model: 'llama' });
      expect(house.end(onB)).toMatchObject([{ call: qwen, machine: machineName('b') }]);
    }
  });

  test('a machine with calls on it is not kept free for a model that another machine runs', () => {
    const house = new House();
    house.machine({ name: 'a', models: { qwen: 'loaded' } });
    house.machine({ name: 'b', slots: 2, models: { llama: 'loaded', qwen: 'loadable' } });
    house.arrive({ model: 'qwen' });
    house.arrive({ model: 'llama' });
    house.arrive({ model: 'qwen', priority: 'interactive' });
    const llama = house.arrive({ model: 'llama', priority: 'batch' });
    expect(house.admitted).toContain(llama);
  });

  test('a higher priority does not wait for a busy machine when another can load its model', () => {
    const house = new House();
    house.machine({ name: 'a', models: { qwen: 'loaded' } });
    house.machine({ name: 'b', models: { llama: 'loaded', qwen: 'loadable' } });
    house.arrive({ model: 'qwen', priority: 'batch' });
    const onB = house.arrive({ model: 'llama', priority: 'batch' });
    house.arrive({ model: 'llama', priority: 'batch' });
    const interactive = house.arrive({ model: 'qwen', priority: 'interactive' });
    expect(house.end(onB)).toMatchObject([{ call: interactive, machine: machineName('b') }]);
  });

  test('a model is swapped only while no call is on the machine, running or draining', () => {
    const house = new House();
    house.machine({ slots: 2, models: { qwen: 'loaded', llama: 'loadable' } });
    const running = house.arrive({ model: 'qwen' });
    const other = house.arrive({ model: 'llama' });
    expect(house.admitted).not.toContain(other);
    house.send({ type: 'cancelled', call: running });
    expect(house.admitted).not.toContain(other);
    expect(house.end(running)).toMatchObject([{ call: other, model: 'llama' }]);
  });

  test('a machine keeps its free slots for the call next in order that needs it idle', () => {
    const house = new House();
    house.machine({ slots: 2, models: { qwen: 'loaded', llama: 'loadable' } });
    const running = house.arrive({ model: 'qwen' });
    const interactive = house.arrive({ model: 'llama', priority: 'interactive' });
    const batch = house.arrive({ model: 'qwen', priority: 'batch' });
    expect(house.admitted).toEqual([running]);
    expect(house.end(running)).toMatchObject([{ call: interactive }]);
    expect(house.end(interactive)).toMatchObject([{ call: batch }]);
  });

  test('a slot that was kept for a call goes to another when that one leaves', () => {
    const house = new House();
    house.machine({ slots: 2, models: { qwen: 'loaded', llama: 'loadable' } });
    house.arrive({ model: 'qwen' });
    house.arrive({ model: 'llama', maxWait: seconds(60), priority: 'interactive' });
    const batch = house.arrive({ model: 'qwen', priority: 'batch' });
    expect(house.admitted).not.toContain(batch);
    house.pass(60);
    house.tick();
    expect(house.admitted).toContain(batch);
  });

  test('while a call makes its machine load a model, only calls for that model join it', () => {
    const house = new House();
    house.machine({ slots: 2, models: { qwen: 'loaded', llama: 'loadable' } });
    const llama = house.arrive({ model: 'llama', budget: 'a' });
    house.machine({ slots: 2, models: { qwen: 'loaded', llama: 'loadable' } });
    house.arrive({ model: 'qwen', budget: 'b' });
    expect(house.admitted).toEqual([llama]);
    house.machine({ slots: 2, models: { qwen: 'loadable', llama: 'loaded' } });
    const second = house.arrive({ model: 'llama', budget: 'c', priority: 'interactive' });
    expect(house.admitted).toEqual([llama, second]);
  });

  test('no call joins calls for several models once one of these is not loaded any more', () => {
    const house = new House();
    house.machine({ slots: 3, models: { qwen: 'loaded', llama: 'loaded' } });
    house.arrive({ model: 'qwen' });
    house.arrive({ model: 'llama' });
    house.machine({ slots: 3, models: { qwen: 'loaded', llama: 'loadable' } });
    const more = [
      house.arrive({ model: 'llama' }),
      house.arrive({ model: 'qwen', budget: 'other' }),
    ];
    expect(house.admitted).not.toContain(more[0]);
    expect(house.admitted).not.toContain(more[1]);
  });

  test('a call that names no model gets whatever is loaded, and the first that can be where nothing is', () => {
    const loaded = new House();
    loaded.machine({ models: { llama: 'loadable', qwen: 'loaded' } });
    loaded.arrive({ model: null });
    expect(loaded.actions).toMatchObject([{ type: 'admit', model: 'qwen' }]);

    const empty = new House();
    empty.machine({ models: { llama: 'loadable', qwen: 'loadable' } });
    empty.arrive({ model: null });
    expect(empty.actions).toMatchObject([{ type: 'admit', model: 'llama' }]);
  });

  test('only to machines that speak the API of the call', () => {
    const house = new House();
    house.machine({ name: 'a', apis: ['ollama'] });
    house.machine({ name: 'b', apis: ['openai', 'anthropic'] });
    house.arrive({ api: 'anthropic' });
    expect(house.actions).toMatchObject([{ machine: machineName('b') }]);
  });

  test('a model that is being loaded is waited for', () => {
    const house = new House();
    house.machine({ models: { qwen: 'loading' } });
    const waiting = house.arrive();
    expect(house.actions).toEqual([]);
    expect(house.machine({ models: { qwen: 'loaded' } })).toMatchObject([{ call: waiting }]);
  });
});
