import { after, instant, seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { House } from './house.test.helper.ts';
import { nextDeadline } from './next-deadline.ts';

describe('the next instant at which a tick matters', () => {
  test('is none while nobody waits', () => {
    const house = new House();
    house.machine({ up: false });
    expect(nextDeadline(house.state)).toBeNull();
  });

  test('is the end of the shortest wait, or an earlier deadline', () => {
    const house = new House();
    house.machine();
    house.arrive();
    const start = house.now;
    house.arrive({ maxWait: seconds(60) });
    expect(nextDeadline(house.state)).toBe(after(start, seconds(60)));
    house.arrive({ deadline: after(start, seconds(15)) });
    expect(nextDeadline(house.state)).toBe(after(start, seconds(15)));
  });

  test('is the minute after which a machine that went away is given up, or the reset of a budget', () => {
    const house = new House();
    const start = house.now;
    house.machine();
    house.arrive();
    house.arrive();
    house.machine({ up: false });
    expect(nextDeadline(house.state)).toBe(after(start, seconds(60)));
    house.budget('house', { closedUntil: after(start, seconds(20)) });
    expect(nextDeadline(house.state)).toBe(after(start, seconds(20)));
  });

  test('is the next trial of a machine that failed', () => {
    const house = new House();
    house.machine();
    for (let i = 0; i < 4; i++) house.arrive();
    for (let i = 0; i < 3; i++) house.end(house.holding[0] ?? house.arrive(), true);
    expect(nextDeadline(house.state)).toBe(after(house.now, seconds(10)));
  });

  test('lies in the future after the tick that it asked for', () => {
    const house = new House();
    house.machine();
    for (const wait of [5, 10, 10, 20]) house.arrive({ maxWait: seconds(wait) });
    const seen: number[] = [];
    for (let at = nextDeadline(house.state); at !== null; at = nextDeadline(house.state)) {
      seen.push(at - house.now);
      house.now = instant(at);
      house.tick();
    }
    expect(seen).toEqual([10_000, 10_000]);
  });
});
