import { isOverdue } from '@hearth/turns';
import { instant, PRIORITIES, rank, seconds, type CallId } from '@hearth/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { WaitingCall } from './call.ts';
import { House, type SomeCall } from './house.test.helper.ts';
import { DEFAULT_RULES } from './rules.ts';

interface Step {
  /** Who arrives while a call runs, and for how many seconds that one runs. */
  readonly arrive: readonly SomeCall[];
  readonly length: number;
}

/** Who got a place, and who waited for it, the chosen one too. */
interface Grant {
  readonly at: number;
  readonly chosen: WaitingCall;
  readonly waiting: readonly WaitingCall[];
}

function stepsOf(call: fc.Arbitrary<SomeCall>, most: number): fc.Arbitrary<Step[]> {
  const step = fc.record({
    arrive: fc.array(call, { maxLength: most }),
    length: fc.integer({ min: 1, max: 60 }),
  });
  return fc.array(step, { minLength: 10, maxLength: 60, size: 'max' });
}

/** Plays the steps on one machine with one slot, and returns how each place was given. */
function play(steps: readonly Step[]): Grant[] {
  const house = new House({ waitingCalls: 1000 });
  house.machine({ models: { qwen: 'loaded', llama: 'loadable' } });
  const grants: Grant[] = [];
  for (const { arrive, length } of [{ arrive: [{}], length: 1 }, ...steps]) {
    for (const call of arrive) house.arrive(call);
    if (house.holding.length === 0) continue;
    const waiting = Array.from(house.state.waiting.values(), (one) => ({ ...one }));
    const id = house.nextAfter(length);
    const chosen = waiting.find((one) => one.call.id === id);
    if (chosen !== undefined) grants.push({ at: house.now, chosen, waiting });
  }
  return grants;
}

function isLate(one: WaitingCall, { at }: Grant): boolean {
  return isOverdue(one, instant(at), DEFAULT_RULES.turns);
}

/** A turn: somebody of a higher priority waits, too. */
function isTurn({ waiting, chosen }: Grant): boolean {
  return waiting.some((one) => isHigher(one, chosen));
}

/** Holds a check against three hundred random histories. */
function inEvery(steps: fc.Arbitrary<Step[]>, check: (grants: Grant[]) => void): void {
  fc.assert(
    fc.property(steps, (history) => check(play(history))),
    { numRuns: 300 },
  );
}

function isHigher(a: WaitingCall, b: WaitingCall): boolean {
  return rank(a.priority) < rank(b.priority);
}

describe('turns', () => {
  const call = fc.record({
    priority: fc.constantFrom(...PRIORITIES),
    budget: fc.constantFrom('a', 'b', 'c'),
    maxWait: fc.constant(seconds(1e6)),
  });

  test('a lower call goes first only when it is overdue', () => {
    inEvery(stepsOf(call, 3), (grants) => {
      for (const grant of grants.filter(isTurn)) expect(isLate(grant.chosen, grant)).toBe(true);
    });
  });

  test('at most four grants between two turns pass over something overdue of a lower priority', () => {
    inEvery(stepsOf(call, 3), (grants) => {
      let since = 0;
      let most = 0;
      for (const grant of grants) {
        const { waiting, chosen } = grant;
        const late = waiting.filter((one) => isLate(one, grant));
        if (isTurn(grant) || late.length === 0) since = 0;
        else if (late.some((one) => isHigher(chosen, one))) since += 1;
        most = Math.max(most, since);
      }
      expect(most).toBeLessThanOrEqual(DEFAULT_RULES.turns.grants);
    });
  });

  test('nobody waits for two turns in a row', () => {
    inEvery(stepsOf(call, 3), (grants) => {
      grants.forEach((grant, index) => {
        const before = grants[index - 1];
        if (before === undefined || !isTurn(before) || !isTurn(grant)) return;
        const higher = grant.waiting.filter((one) => isHigher(one, grant.chosen));
        const ids = before.waiting
          .filter((one) => isHigher(one, before.chosen))
          .map((one) => one.order);
        expect(higher.filter((one) => ids.includes(one.order))).toEqual([]);
      });
    });
  });
});

describe('the loaded model, and what is over in no time', () => {
  const call = fc.record({
    model: fc.constantFrom('qwen', 'qwen', 'llama', null),
    expected: fc.constantFrom(...[0.1, 1, 30].map(seconds)),
    maxWait: fc.constant(seconds(1e6)),
  });

  test('pass over an older call at most four times, and for less than two minutes after the first', () => {
    inEvery(stepsOf(call, 2), (grants) => {
      const passed = new Map<number, number[]>();
      for (const { at, chosen, waiting } of grants) {
        for (const one of waiting.filter((other) => other.order < chosen.order)) {
          passed.set(one.order, [...(passed.get(one.order) ?? []), at]);
        }
      }
      for (const times of passed.values()) {
        expect(times.length).toBeLessThanOrEqual(4);
        expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(120_000);
      }
    });
  });
});

const LONGEST = 60;
const lengths = fc.array(fc.integer({ min: 1, max: LONGEST }), { minLength: 80, maxLength: 80 });

/**
 * Plays forty calls of each budget on a machine with so many slots, and returns by how much the seconds
 * given to the two differ, after each admission for as long as both have calls waiting.
 */
function differences(
  slots: number,
  actual: readonly number[],
  expected: readonly number[],
): number[] {
  const house = new House({ waitingCalls: 1000 });
  house.machine({ slots, up: false });
  const calls = actual.map((length, index) => {
    const budget = index % 2 === 0 ? 'a' : 'b';
    return {
      length,
      budget,
      id: house.arrive({ budget, expected: seconds(expected[index] ?? 0) }),
    };
  });
  house.machine({ slots });
  const ends = new Map<CallId, number>();
  const found: number[] = [];
  let balance = 0;
  for (let next = 0; ;) {
    for (const id of house.admitted.slice(next)) {
      const call = calls.find((one) => one.id === id);
      if (call === undefined) continue;
      ends.set(id, house.now + call.length * 1000);
      balance += call.budget === 'a' ? call.length : -call.length;
      found.push(Math.abs(balance));
    }
    next = house.admitted.length;
    const waiting = new Set(Array.from(house.state.waiting.values(), (one) => one.call.budget));
    const [soonest] = [...ends].sort(([, a], [, b]) => a - b);
    if (waiting.size < 2 || soonest === undefined) return found;
    house.now = instant(soonest[1]);
    ends.delete(soonest[0]);
    house.end(soonest[0]);
  }
}

describe('the shares of two budgets that always have calls waiting', () => {
  test('differ by one call at most on one slot, whatever the calls were expected to take', () => {
    fc.assert(
      fc.property(lengths, lengths, (actual, expected) => {
        expect(Math.max(...differences(1, actual, expected))).toBeLessThanOrEqual(LONGEST);
      }),
      { numRuns: 150 },
    );
  });

  test('differ by one call at most on several slots, when the calls take as long as expected', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 2, max: 4 }), (actual, slots) => {
        expect(Math.max(...differences(slots, actual, actual))).toBeLessThanOrEqual(LONGEST);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a budget that comes back after a while', () => {
  const floods = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 20, maxLength: 60 });

  test('waits for the running call and one more at most, and has saved up no more than one call', () => {
    fc.assert(
      fc.property(floods, fc.nat(10), (runs, absence) => {
        const house = new House({ waitingCalls: 1000 });
        house.machine();
        for (let i = 0; i < 200; i++) house.arrive({ budget: 'flood' });
        house.arrive({ budget: 'visitor' });
        for (const length of runs.slice(0, 5 + absence)) house.nextAfter(length);
        const back = new Set(Array.from({ length: 50 }, () => house.arrive({ budget: 'visitor' })));

        const order = runs.map((length) => ({ id: house.nextAfter(length), length }));
        const visits = order.map(({ id }) => id !== undefined && back.has(id));
        expect(visits.slice(0, 2)).toContain(true);
        // The call that `nextAfter` admits runs for the length that follows.
        let balance = 0;
        visits.slice(0, -1).forEach((isVisit, index) => {
          const length = order[index + 1]?.length ?? 0;
          balance += isVisit ? length : -length;
          expect(balance).toBeLessThanOrEqual(2 * 60);
          expect(balance).toBeGreaterThanOrEqual(-2 * 60);
        });
      }),
      { numRuns: 200 },
    );
  });
});
