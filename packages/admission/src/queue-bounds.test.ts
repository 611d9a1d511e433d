import { bytes, seconds } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { House } from './house.test.helper.ts';

function fullHouse(rules: { waitingCalls?: number; waitingBytes?: number }): House {
  const { waitingCalls = 4, waitingBytes = 1e9 } = rules;
  const house = new House({ waitingCalls, waitingBytes: bytes(waitingBytes) });
  house.machine();
  house.arrive({ budget: 'running', expected: seconds(25) });
  return house;
}

describe('the queue', () => {
  test('refuses the newcomer when all that wait are of one kind', () => {
    const house = fullHouse({});
    for (let i = 0; i < 4; i++) house.arrive();
    const newcomer = house.arrive();
    expect(house.refusal(newcomer)).toMatchObject({ reason: 'queue-full', retryAfter: 25 });
    expect(house.state.waiting.size).toBe(4);
  });

  test('takes a call that is admitted at once, however full it is', () => {
    const house = fullHouse({});
    for (let i = 0; i < 4; i++) house.arrive();
    house.machine({ name: 'other-box', models: { llama: 'loaded' } });
    const newcomer = house.arrive({ model: 'llama' });
    expect(house.admitted).toContain(newcomer);
  });

  test('gives the place of the youngest of the lowest priority to a higher one', () => {
    const house = fullHouse({});
    house.arrive({ priority: 'best-effort' });
    const youngest = house.arrive({ priority: 'best-effort' });
    house.arrive({ priority: 'batch' });
    house.arrive({ priority: 'user' });
    const newcomer = house.arrive({ priority: 'interactive' });
    expect(house.refusal(newcomer)).toBeUndefined();
    expect(house.refusal(youngest)).toMatchObject({ reason: 'queue-full' });
  });

  test('gives a place of the budget that floods it to another of the same priority', () => {
    const house = fullHouse({});
    const flood = Array.from({ length: 4 }, () => house.arrive({ budget: 'flood' }));
    const first = house.arrive({ budget: 'other' });
    const second = house.arrive({ budget: 'other' });
    const third = house.arrive({ budget: 'other' });
    expect(house.refusal(first)).toBeUndefined();
    expect(house.refusal(second)).toBeUndefined();
    expect(house.refusal(third)).toMatchObject({ reason: 'queue-full' });
    expect(flood.map((call) => house.refusal(call)?.reason)).toEqual([
      undefined,
      undefined,
      'queue-full',
      'queue-full',
    ]);
  });

  test('refuses the newcomer when its budget would take as much room as any', () => {
    const house = fullHouse({});
    for (const budget of ['a', 'a', 'b', 'c']) house.arrive({ budget });
    expect(house.refusal(house.arrive({ budget: 'b' }))).toMatchObject({ reason: 'queue-full' });
  });

  test('does the same between the sub-callers of one budget', () => {
    const house = fullHouse({});
    const flood = Array.from({ length: 4 }, () => house.arrive({ caller: 'agent' }));
    const newcomer = house.arrive({ caller: 'editor' });
    expect(house.refusal(newcomer)).toBeUndefined();
    expect(house.refusal(flood[3] ?? newcomer)).toMatchObject({ reason: 'queue-full' });
  });

  test('holds no more bytes than it may, and lets whoever takes most give way', () => {
    const house = fullHouse({ waitingCalls: 100, waitingBytes: 1000 });
    const small = house.arrive({ budget: 'small', bytes: bytes(100) });
    const large = house.arrive({ budget: 'large', bytes: bytes(850) });
    const newcomer = house.arrive({ budget: 'other', bytes: bytes(200) });
    expect(house.refusal(large)).toMatchObject({ reason: 'queue-full' });
    expect(house.refusal(small)).toBeUndefined();
    expect(house.refusal(newcomer)).toBeUndefined();
    expect(house.state.waitingBytes).toBe(300);
  });

  test('refuses a body that could never fit, and nobody else for it', () => {
    const house = fullHouse({ waitingBytes: 1000 });
    house.arrive({ priority: 'best-effort', bytes: bytes(500) });
    const newcomer = house.arrive({ priority: 'interactive', bytes: bytes(1001) });
    expect(house.refusal(newcomer)).toMatchObject({ reason: 'queue-full' });
    expect(house.state.waiting.size).toBe(1);
  });
});
