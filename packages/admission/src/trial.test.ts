import { describe, expect, test } from 'vitest';

import { House } from './house.test.helper.ts';
import { show } from './show.ts';

/** A house with ten calls waiting, whose machine has failed three times in a row. */
function brokenHouse(slots = 1): House {
  const house = new House();
  house.machine({ slots });
  for (let i = 0; i < 13; i++) house.arrive();
  for (let i = 0; i < 3; i++) house.end(house.holding[0] ?? house.arrive(), true);
  return house;
}

describe('a machine that failed three times in a row', () => {
  test('gets nothing for ten seconds, and then a single call', () => {
    const house = brokenHouse(4);
    while (house.holding.length > 0) house.end(house.holding[0] ?? house.arrive(), true);
    const before = house.admitted.length;
    house.pass(300);
    house.tick();
    expect(house.admitted).toHaveLength(before + 1);
    house.pass(60);
    house.tick();
    expect(house.admitted).toHaveLength(before + 1);
  });

  test('is tried again after twice the pause when the trial fails', () => {
    const house = brokenHouse();
    house.pass(10);
    const [trial] = house.tick();
    expect(trial).toMatchObject({ type: 'admit' });
    expect(house.end(house.holding[0] ?? house.arrive(), true)).toEqual([]);
    house.pass(19.999);
    expect(house.tick()).toEqual([]);
    house.pass(0.001);
    expect(house.tick()).toHaveLength(1);
  });

  test('is trusted again after one success', () => {
    const house = brokenHouse(2);
    expect(show(house.state).machines[0]?.trial).toMatchObject({ failures: 3 });
    while (house.holding.length > 0) house.end(house.holding[0] ?? house.arrive());
    expect(show(house.state).machines[0]?.trial).toBeNull();
  });

  test('is tried at once when it was away and has come back', () => {
    const house = brokenHouse();
    house.machine({ up: false });
    expect(house.machine({ up: true })).toHaveLength(1);
    expect(house.tick()).toEqual([]);
  });

  test('is tried again when the trial was cancelled, which says nothing for the machine', () => {
    const house = brokenHouse();
    house.pass(10);
    house.tick();
    const [trial] = house.holding;
    if (trial === undefined) throw new Error('there is a trial');
    house.send({ type: 'hangUp', call: trial });
    expect(house.end(trial)).toHaveLength(1);
    expect(show(house.state).machines[0]?.trial).toMatchObject({ failures: 3 });
  });
});
