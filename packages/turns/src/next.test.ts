import {
  after,
  instant,
  PRIORITIES,
  rank,
  seconds,
  type Instant,
  type Priority,
} from '@hearth/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isOverdue, next, NO_TURNS_YET, type TurnState, type Waiting } from './next.ts';
import { CALL_TURNS, RUN_TURNS } from './rules.ts';

const START = instant(Date.UTC(2026, 10, 2));

interface Head extends Waiting {
  readonly id: number;
}

function head(id: number, priority: Priority, waited: number): Head {
  return { id, priority, waitingSince: after(START, seconds(-waited)) };
}

/** Grants places to `make(i)`, which says who waits for place `i`, and returns the ids in their order. */
function grantsOf(count: number, make: (place: number) => readonly Head[]): number[] {
  let state = NO_TURNS_YET;
  const order: number[] = [];
  for (let place = 0; place < count; place++) {
    const choice = next(state, make(place), START, CALL_TURNS);
    if (choice === null) throw new Error('somebody waits');
    state = choice.state;
    order.push(choice.chosen.id);
  }
  return order;
}

describe('next', () => {
  test('nobody waiting gets nothing', () => {
    expect(next(NO_TURNS_YET, [], START, CALL_TURNS)).toBeNull();
  });

  test('the highest priority goes first, however long a lower one has waited within its limit', () => {
    const choice = next(
      NO_TURNS_YET,
      [head(1, 'batch', 120), head(2, 'interactive', 0)],
      START,
      CALL_TURNS,
    );
    expect(choice).toMatchObject({ chosen: { id: 2 }, turn: false, state: NO_TURNS_YET });
  });

  test('inside a priority the oldest goes first, and of two equally old the one listed first', () => {
    const waiting = [head(1, 'user', 5), head(2, 'user', 9), head(3, 'user', 9)];
    expect(next(NO_TURNS_YET, waiting, START, CALL_TURNS)?.chosen.id).toBe(2);
  });

  test('a batch call past two minutes is overtaken by four interactive ones and then has its turn', () => {
    const order = grantsOf(10, () => [head(1, 'interactive', 0), head(2, 'batch', 121)]);
    expect(order).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1, 2]);
  });

  test('of several overdue lower ones the one that waited longest has the turn, whatever its priority', () => {
    const waiting = [head(1, 'user', 0), head(2, 'batch', 200), head(3, 'best-effort', 300)];
    expect(grantsOf(5, () => waiting)).toEqual([1, 1, 1, 1, 3]);
  });

  test('a run is not overdue before six hours', () => {
    const waiting = [head(1, 'user', 0), head(2, 'batch', 6 * 3600)];
    const full: TurnState = { passed: 4, owed: null };
    expect(next(full, waiting, START, RUN_TURNS)?.chosen.id).toBe(1);
    expect(next(full, waiting, after(START, seconds(0.001)), RUN_TURNS)?.chosen.id).toBe(2);
  });

  test('the count starts anew once nothing is overdue', () => {
    const overdue = [head(1, 'user', 0), head(2, 'batch', 200)];
    const calm = [head(1, 'user', 0), head(3, 'batch', 0)];
    const order = grantsOf(9, (place) => (place === 3 ? calm : overdue));
    expect(order).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2]);
  });

  test('a place that passes over nobody leaves the count as it is', () => {
    const choice = next({ passed: 3, owed: null }, [head(2, 'batch', 200)], START, CALL_TURNS);
    expect(choice).toMatchObject({
      chosen: { id: 2 },
      turn: false,
      state: { passed: 3 },
    });
  });

  test('an overdue front that a turn passed over goes before what has arrived since', () => {
    const waiting = [head(2, 'batch', 300), head(3, 'best-effort', 200)];
    const first = next({ passed: 4, owed: null }, waiting, START, CALL_TURNS);
    expect(first).toMatchObject({ chosen: { id: 3 }, turn: true, state: { owed: 'batch' } });

    const then = [head(1, 'interactive', 0), head(2, 'batch', 300), head(4, 'best-effort', 190)];
    const second = next(first?.state ?? NO_TURNS_YET, then, START, CALL_TURNS);
    expect(second).toMatchObject({
      chosen: { id: 2 },
      turn: true,
      state: { passed: 1, owed: null },
    });
  });

  test('the state survives a trip through JSON', () => {
    const choice = next(
      NO_TURNS_YET,
      [head(1, 'user', 0), head(2, 'batch', 200)],
      START,
      CALL_TURNS,
    );
    expect(JSON.parse(JSON.stringify(choice?.state))).toEqual({ passed: 1, owed: null });
  });
});

/** One step of a random history: who arrives, who leaves, and how much time passes before the next place. */
const step = fc.record({
  arrive: fc.array(fc.constantFrom(...PRIORITIES), { maxLength: 3 }),
  leave: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat() }),
  seconds: fc.integer({ min: 0, max: 90 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const history = fc.array(step, { minLength: 1, maxLength: 60, size: 'max' });

interface Grant {
  readonly now: Instant;
  readonly turn: boolean;
  readonly chosen: Head;
  /** Who waited for the place, the chosen one too. */
  readonly waiting: readonly Head[];
}

/** Plays a history and returns its grants; `heads` passes only the oldest of each priority. */
function play(steps: readonly Step[], heads = false): Grant[] {
  let now = START;
  let state = NO_TURNS_YET;
  let waiting: Head[] = [];
  let id = 0;
  const grants: Grant[] = [];
  for (const { arrive, leave, seconds: passing } of steps) {
    for (const priority of arrive) waiting.push({ id: ++id, priority, waitingSince: now });
    if (leave !== null) waiting = waiting.filter((_, index) => index !== leave % waiting.length);
    now = after(now, seconds(passing));
    const asked = heads
      ? PRIORITIES.flatMap((p) => waiting.find((one) => one.priority === p) ?? [])
      : waiting;
    const choice = next(state, asked, now, CALL_TURNS);
    if (choice === null) continue;
    state = choice.state;
    grants.push({ now, turn: choice.turn, chosen: choice.chosen, waiting });
    waiting = waiting.filter((one) => one !== choice.chosen);
  }
  return grants;
}

function ids(grants: readonly Grant[]): number[] {
  return grants.map((grant) => grant.chosen.id);
}

/** Who is overdue at a grant, the longest first; of two equally long the higher priority. */
function overdueOf(grant: Grant): Head[] {
  return grant.waiting
    .filter((one) => isOverdue(one, grant.now, CALL_TURNS))
    .sort((a, b) => a.waitingSince - b.waitingSince || rank(a.priority) - rank(b.priority));
}

function isHigher(a: Waiting, b: Waiting): boolean {
  return rank(a.priority) < rank(b.priority);
}

/** Holds `property` against two thousand random histories. */
function inEveryHistory(property: (grants: Grant[], steps: Step[]) => void): void {
  fc.assert(
    fc.property(history, (steps) => property(play(steps), steps)),
    { numRuns: 2000 },
  );
}

describe('in every history', () => {
  test('with nothing overdue the order is priority, then age', () => {
    inEveryHistory((grants) => {
      const calm = grants.filter((grant) => overdueOf(grant).length === 0);
      for (const { waiting, chosen } of calm) {
        const highest = Math.min(...waiting.map((one) => rank(one.priority)));
        expect(chosen).toBe(waiting.find((one) => rank(one.priority) === highest));
      }
    });
  });

  test('what has been overdue for longest is overtaken by at most four grants to higher ones', () => {
    inEveryHistory((grants) => {
      const overtaken = new Map<number, number>();
      for (const grant of grants) {
        const longest = overdueOf(grant)[0];
        if (longest === undefined || !isHigher(grant.chosen, longest)) continue;
        overtaken.set(longest.id, (overtaken.get(longest.id) ?? 0) + 1);
      }
      expect(Math.max(0, ...overtaken.values())).toBeLessThanOrEqual(CALL_TURNS.grants);
    });
  });

  test('the k-th of the overdue is overtaken by at most 4k grants by the order and 2k - 1 turns', () => {
    inEveryHistory((grants) => {
      const seen = new Map<number, { place: number; byOrder: number; byTurn: number }>();
      for (const grant of grants) {
        overdueOf(grant).forEach((one, index) => {
          const record = seen.get(one.id) ?? { place: index + 1, byOrder: 0, byTurn: 0 };
          seen.set(one.id, record);
          if (!grant.turn && isHigher(grant.chosen, one)) record.byOrder += 1;
          if (grant.turn && isHigher(grant.chosen, one)) record.byTurn += 1;
        });
      }
      for (const { place, byOrder, byTurn } of seen.values()) {
        expect(byOrder).toBeLessThanOrEqual(place * CALL_TURNS.grants);
        expect(byTurn).toBeLessThanOrEqual(2 * place - 1);
      }
    });
  });

  test('a turn passes over something higher, and overdue', () => {
    inEveryHistory((grants) => {
      for (const grant of grants.filter(({ turn }) => turn)) {
        expect(grant.waiting.some((one) => isHigher(one, grant.chosen))).toBe(true);
        expect(overdueOf(grant)).toContain(grant.chosen);
      }
    });
  });

  test('between two turns that pass over the same one lie at least three grants by the order', () => {
    inEveryHistory((grants) => {
      const lastTurn = new Map<number, number>();
      const gaps: number[] = [];
      grants.forEach(({ waiting, chosen, turn }, index) => {
        if (!turn) return;
        for (const one of waiting.filter((other) => isHigher(other, chosen))) {
          gaps.push(index - (lastTurn.get(one.id) ?? Number.NEGATIVE_INFINITY) - 1);
          lastTurn.set(one.id, index);
        }
      });
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(CALL_TURNS.grants - 1);
    });
  });

  test('the heads of the priorities give the same choices as everything that waits', () => {
    inEveryHistory((grants, steps) => {
      expect(ids(play(steps, true))).toEqual(ids(grants));
    });
  });

  test('the histories are full of turns, so that the bounds above are really tried', () => {
    const turns = fc
      .sample(history, { numRuns: 200, seed: 1 })
      .map((steps) => play(steps).filter(({ turn }) => turn).length);
    expect(turns.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(200);
  });
});
