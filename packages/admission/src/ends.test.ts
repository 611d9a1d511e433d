import { describe, expect, test } from 'vitest';

import { House, machineName } from './house.test.helper.ts';
import { show } from './show.ts';

const gpuBox = machineName('gpu-box');

function busyHouse(slots = 1): House {
  const house = new House();
  house.machine({ slots });
  return house;
}

describe('a slot', () => {
  test('drains after a cancel, and is free once the machine was shown idle', () => {
    const house = busyHouse();
    const running = house.arrive();
    const waiting = house.arrive();
    expect(house.send({ type: 'cancelled', call: running })).toEqual([]);
    expect(
      house.send({ type: 'drained', machine: gpuBox, call: running, proven: true }),
    ).toMatchObject([{ type: 'admit', call: waiting }]);
    expect(show(house.state).machines[0]).toMatchObject({ proven: true });
  });

  test('drains after its caller has hung up, and a definite end frees it just as well', () => {
    const house = busyHouse();
    const running = house.arrive();
    const waiting = house.arrive();
    expect(house.send({ type: 'hangUp', call: running })).toEqual([]);
    expect(house.end(running)).toMatchObject([{ type: 'admit', call: waiting }]);
  });

  test('that was freed by a bound alone leaves its machine shown as not proven idle, until a call ends there', () => {
    const house = busyHouse();
    const running = house.arrive();
    house.send({ type: 'cancelled', call: running });
    house.send({ type: 'drained', machine: gpuBox, call: running, proven: false });
    expect(show(house.state).machines[0]).toMatchObject({ proven: false, taken: [] });
    house.end(house.arrive());
    expect(show(house.state).machines[0]).toMatchObject({ proven: true });
  });

  test('is not freed by a word that a running call has drained', () => {
    const house = busyHouse();
    const running = house.arrive();
    house.arrive();
    expect(house.send({ type: 'drained', machine: gpuBox, call: running, proven: true })).toEqual(
      [],
    );
  });

  test('of a draining call still counts among the slots', () => {
    const house = busyHouse(2);
    const first = house.arrive();
    house.arrive();
    const third = house.arrive();
    house.send({ type: 'cancelled', call: first });
    expect(house.admitted).not.toContain(third);
  });

  test('counts until its call ends, also when the machine has fewer slots now or is gone', () => {
    const house = busyHouse(2);
    const [first, second] = [house.arrive(), house.arrive()];
    house.machine({ slots: 1 });
    const waiting = house.arrive();
    expect(house.end(first)).toEqual([]);
    house.send({ type: 'machineGone', machine: gpuBox });
    expect(house.refusal(waiting)).toMatchObject({ reason: 'no-machine' });
    house.machine({ slots: 1 });
    const next = house.arrive();
    expect(house.admitted).not.toContain(next);
    expect(house.end(second)).toMatchObject([{ type: 'admit', call: next }]);
  });
});

describe('a machine that may be busy with what nobody knows of', () => {
  test('admits nothing before it was shown idle as a whole', () => {
    const house = new House();
    house.machine({ draining: true });
    const waiting = house.arrive();
    house.machine({ draining: false });
    expect(house.admitted).toEqual([]);
    expect(
      house.send({ type: 'drained', machine: gpuBox, call: null, proven: true }),
    ).toMatchObject([{ type: 'admit', call: waiting }]);
  });

  test('that is shown idle as a whole has also finished its draining calls, but not its running ones', () => {
    const house = busyHouse(2);
    const [cancelled, running] = [house.arrive(), house.arrive()];
    house.send({ type: 'cancelled', call: cancelled });
    house.send({ type: 'drained', machine: gpuBox, call: null, proven: false });
    expect(house.holding).toEqual([cancelled, running]);
    house.send({ type: 'drained', machine: gpuBox, call: null, proven: true });
    expect(house.holding).toEqual([running]);
  });

  test('is forgotten once it is declared no more and holds nothing', () => {
    const house = busyHouse();
    const running = house.arrive();
    house.send({ type: 'machineGone', machine: gpuBox });
    expect(house.state.machines.size).toBe(1);
    house.end(running);
    expect(house.state.machines.size).toBe(0);
  });
});
