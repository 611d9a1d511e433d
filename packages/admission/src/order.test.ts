import type { CallId, Priority } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { House } from './house.test.helper.ts';

/** A house whose only slot is taken, where `waiting` calls have waited for three minutes. */
function houseWithOverdue(
  waiting: readonly { readonly priority: Priority; readonly budget?: string }[],
): { readonly house: House; readonly overdue: readonly CallId[] } {
  const house = new House();
  house.machine();
  house.arrive({ priority: 'interactive' });
  const overdue = waiting.map((some) => house.arrive(some));
  house.pass(180);
  for (let i = 0; i < 20; i++) house.arrive({ priority: 'interactive' });
  return { house, overdue };
}

describe('turns', () => {
  test('a batch call that has waited for two minutes is overtaken by four interactive ones', () => {
    const { house, overdue } = houseWithOverdue([{ priority: 'batch' }]);
    const order = Array.from({ length: 5 }, () => house.nextAfter(1));
    expect(order.indexOf(overdue[0])).toBe(4);
  });

  test('the turns of a lower priority go by its fair shares, so that a flood takes them from nobody', () => {
    const flood = Array.from(
      { length: 10 },
      () => ({ priority: 'batch', budget: 'flood' }) as const,
    );
    const { house, overdue } = houseWithOverdue([...flood, { priority: 'batch', budget: 'other' }]);
    const order = Array.from({ length: 10 }, () => house.nextAfter(1));
    expect(order[4]).toBe(overdue[0]);
    expect(order[9]).toBe(overdue[10]);
  });

  test('calls that have not waited for two minutes have no turn', () => {
    const { house } = houseWithOverdue([]);
    const batch = house.arrive({ priority: 'batch' });
    const order = Array.from({ length: 20 }, () => house.nextAfter(1));
    expect(order).not.toContain(batch);
  });

  test('an overdue call that this machine cannot serve has no turn there, and delays nobody', () => {
    const house = new House();
    house.machine();
    house.machine({ name: 'other-box', models: { llama: 'loaded' }, slots: 1 });
    house.arrive({ priority: 'interactive' });
    const running = house.arrive({ model: 'llama' });
    house.arrive({ priority: 'batch', model: 'llama' });
    house.pass(180);
    const calls = Array.from({ length: 8 }, () => house.arrive({ priority: 'interactive' }));
    const order = Array.from({ length: 8 }, () => house.nextAfter(1));
    expect(order).toEqual(calls);
    expect(house.holding).toContain(running);
  });
});
