import { after, instant, seconds, type Instant } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { House } from './house.test.helper.ts';

function soon(house: House, duration: number): Instant {
  return after(house.now, seconds(duration));
}

describe('a used-up budget', () => {
  test('that waits keeps its calls until it opens', () => {
    const house = new House();
    house.machine();
    house.budget('house', { closedUntil: soon(house, 600) });
    const waiting = house.arrive();
    expect(house.actions).toEqual([]);
    house.pass(600);
    expect(house.tick()).toMatchObject([{ type: 'admit', call: waiting }]);
  });

  test('that opens later than a call would wait refuses it at once, with the time until then', () => {
    const house = new House();
    house.machine();
    house.budget('house', { closedUntil: soon(house, 7200) });
    const call = house.arrive({ maxWait: seconds(60) });
    expect(house.refusal(call)).toMatchObject({ reason: 'budget', retryAfter: 7200 });
  });

  test('that opens after the deadline of a call refuses it at once', () => {
    const house = new House();
    house.machine();
    house.budget('house', { closedUntil: soon(house, 600) });
    const call = house.arrive({ deadline: soon(house, 600) });
    expect(house.refusal(call)).toMatchObject({ reason: 'budget' });
  });

  test('that refuses does so at once, and refuses those that wait when it is used up', () => {
    const house = new House();
    house.machine();
    house.arrive();
    const waiting = house.arrive();
    const closedUntil = soon(house, 30);
    house.budget('house', { closedUntil, over: 'refuse' });
    expect(house.refusal(waiting)).toMatchObject({ reason: 'budget', retryAfter: 30 });
    expect(house.refusal(house.arrive())).toMatchObject({ reason: 'budget', retryAfter: 30 });
  });

  test('that idles runs its calls only while nothing else waits', () => {
    const house = new House();
    house.machine();
    house.budget('house', { closedUntil: soon(house, 3600), over: 'idle' });
    house.arrive({ budget: 'other' });
    const batch = house.arrive({ priority: 'batch' });
    const interactive = house.arrive({ priority: 'interactive' });
    const other = house.arrive({ budget: 'other', priority: 'best-effort' });
    expect(house.nextAfter(10)).toBe(other);
    expect(house.nextAfter(10)).toBe(interactive);
    expect(house.nextAfter(10)).toBe(batch);
  });

  test('does not age its calls: the time for which they were shut out makes none overdue', () => {
    const house = new House();
    house.machine();
    house.arrive({ priority: 'interactive', budget: 'chat' });
    house.budget('house', { closedUntil: soon(house, 600) });
    const batch = house.arrive({ priority: 'batch' });
    house.pass(610);
    for (let i = 0; i < 6; i++) house.arrive({ priority: 'interactive', budget: 'chat' });
    const order = Array.from({ length: 6 }, () => house.nextAfter(1));
    expect(order).not.toContain(batch);
  });

  test('forgives a call only the time for which it was shut out, not the time before it came', () => {
    const house = new House();
    house.machine();
    house.arrive({ priority: 'interactive', budget: 'chat' });
    house.budget('house', { closedUntil: soon(house, 600) });
    house.pass(595);
    const batch = house.arrive({ priority: 'batch' });
    house.pass(130);
    for (let i = 0; i < 6; i++) house.arrive({ priority: 'interactive', budget: 'chat' });
    const order = Array.from({ length: 6 }, () => house.nextAfter(1));
    expect(order[4]).toBe(batch);
  });

  test('opens when it is given more, or is forgotten', () => {
    const house = new House();
    house.machine();
    house.budget('a', { closedUntil: soon(house, 600) });
    house.budget('b', { closedUntil: soon(house, 600) });
    const [a, b] = [house.arrive({ budget: 'a' }), house.arrive({ budget: 'b' })];
    expect(house.budget('a', {})).toMatchObject([{ type: 'admit', call: a }]);
    house.end(a);
    expect(house.send({ type: 'budget', budget: 'b', allowance: null })).toMatchObject([
      { type: 'admit', call: b },
    ]);
    expect(house.state.budgets.size).toBe(1);
  });

  test('whose reset has passed already is open', () => {
    const house = new House();
    house.machine();
    house.budget('house', { closedUntil: instant(house.now) });
    const call = house.arrive();
    expect(house.admitted).toEqual([call]);
  });
});

describe('a budget', () => {
  test('holds no more slots than its concurrency, and lets others pass', () => {
    const house = new House();
    house.machine({ slots: 3 });
    house.budget('house', { concurrency: 1 });
    const [first, second] = [house.arrive(), house.arrive()];
    const other = house.arrive({ budget: 'other' });
    expect(house.admitted).toEqual([first, other]);
    expect(house.end(first)).toMatchObject([{ call: second }]);
  });

  test('counts a draining call towards its concurrency', () => {
    const house = new House();
    house.machine({ slots: 2 });
    house.budget('house', { concurrency: 1 });
    const [first, second] = [house.arrive(), house.arrive()];
    house.send({ type: 'cancelled', call: first });
    expect(house.admitted).not.toContain(second);
  });

  test('queues no more calls than it may, and says when the next of its places frees', () => {
    const house = new House();
    house.machine({ slots: 2 });
    house.budget('house', { concurrency: 1, queue: 1 });
    house.arrive({ expected: seconds(40) });
    const waiting = house.arrive();
    const refused = house.arrive();
    expect(house.refusal(waiting)).toBeUndefined();
    expect(house.refusal(refused)).toMatchObject({ reason: 'queue-full', retryAfter: 40 });
  });
});
