import { bytes, instant } from '@hearth/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { gateOf } from './budget.ts';
import { contestFor } from './contest.ts';
import { history, play, type Moment } from './history.test.helper.ts';
import { Ledger } from './ledger.test.helper.ts';
import type { Station } from './machine.ts';
import { nextDeadline } from './next-deadline.ts';
import { reduce } from './reduce.ts';
import { show } from './show.ts';
import type { Admission } from './state.ts';

const rules = { waitingCalls: 6, waitingBytes: bytes(1500) };

/** Holds a check against random histories; each history has a ledger that was told of the moment already. */
function inEveryHistory(check: (moment: Moment, ledger: Ledger) => void): void {
  fc.assert(
    fc.property(history, (steps) => {
      const ledger = new Ledger();
      play(steps, rules, (moment) => {
        ledger.note(moment);
        check(moment, ledger);
      });
    }),
    { numRuns: 400 },
  );
}

/** True when somebody waits for all of this machine. */
function isKept(state: Admission, station: Station): boolean {
  const claims = [...(contestFor(state, station)?.budgets.values() ?? [])].flat();
  const contenders = claims.flatMap((one) => one.callers).flatMap((one) => one.calls);
  return contenders.some((one) => one.fit.kind === 'later');
}

describe('in every history', () => {
  test('a call is admitted once and rightly, refused once, or leaves; a slot is never given twice', () => {
    inEveryHistory((_, ledger) => {
      expect(ledger.wrongs).toEqual([]);
    });
  });

  test('whoever is not admitted, refused or gone waits, and whoever holds a slot is known to', () => {
    inEveryHistory(({ state }, ledger) => {
      expect([...state.waiting.keys()]).toEqual(ledger.with('waiting').map((one) => one.call.id));
      for (const { name, taken } of show(state).machines) {
        const holding = ledger.on(name).map((one) => one.call.id);
        expect(new Set(taken.map((one) => one.call))).toEqual(new Set(holding));
      }
    });
  });

  test('the queue is within its bounds', () => {
    inEveryHistory((_, ledger) => {
      const waiting = ledger.with('waiting').map((one) => one.call.bytes);
      expect(waiting.length).toBeLessThanOrEqual(rules.waitingCalls);
      expect(waiting.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(rules.waitingBytes);
    });
  });

  test('nobody waits beyond the wait, the deadline, or a restart', () => {
    inEveryHistory(({ event: { now } }, ledger) => {
      for (const { call, arrivedAt } of ledger.with('waiting')) {
        expect(arrivedAt + call.maxWait * 1000).toBeGreaterThan(now);
        expect(call.deadline ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
        expect(ledger.restarting).toBe(false);
      }
    });
  });

  test('a budget holds no more slots than its concurrency at the moment one is given to it', () => {
    inEveryHistory(({ state, actions }, ledger) => {
      for (const action of actions.filter((one) => one.type === 'admit')) {
        const budget = ledger.calls.get(action.call)?.call.budget ?? '';
        const most = state.budgets.get(budget)?.allowance.concurrency ?? Number.POSITIVE_INFINITY;
        const holding = ledger.with('admitted').filter((one) => one.on !== null);
        const own = holding.filter((one) => one.call.budget === budget);
        expect(own.length).toBeLessThanOrEqual(most);
      }
    });
  });

  test('a machine with nothing on it stays idle only for want of a call that it could serve', () => {
    inEveryHistory(({ state }, ledger) => {
      for (const { machine, draining } of ledger.machines.values()) {
        const isBusy = ledger.on(machine.name).length > 0 || draining || !machine.up;
        const isLoading = [...machine.models.values()].includes('loading');
        const isOnTrial = show(state).machines.some(
          (one) => one.name === machine.name && one.trial,
        );
        if (isBusy || isLoading || isOnTrial || ledger.restarting) continue;
        const servable = ledger.with('waiting').filter(({ call }) => {
          const isOpen = gateOf(state, call.budget) !== 'shut';
          return (
            isOpen &&
            machine.apis.has(call.api) &&
            (call.model === null || machine.models.has(call.model))
          );
        });
        expect(servable).toEqual([]);
      }
    });
  });

  test('a slot beside running calls stays free only when it is kept for a call that needs the whole machine', () => {
    inEveryHistory(({ state }) => {
      for (const station of state.machines.values()) {
        const view = show(state).machines.find(({ name }) => name === station.machine.name);
        const isFree = view !== undefined && view.taken.length < view.slots;
        if (!isFree || !view.up || view.draining || view.trial !== null || state.restarting)
          continue;
        expect(contestFor(state, station) === null || isKept(state, station)).toBe(true);
      }
    });
  });

  test('a refused caller is told to come back in a second to five minutes, but for a budget or no machine', () => {
    inEveryHistory(({ actions }) => {
      for (const { reason, retryAfter } of actions.filter((one) => one.type === 'refuse')) {
        expect(retryAfter === null).toBe(reason === 'no-machine');
        expect(retryAfter ?? 1).toBeGreaterThanOrEqual(1);
        expect(reason === 'budget' ? 0 : (retryAfter ?? 0)).toBeLessThanOrEqual(300);
      }
    });
  });

  test('a tick before the next deadline does nothing, and the next deadline lies ahead', () => {
    inEveryHistory(({ event, state }) => {
      if (state.machines.values().some((station) => isKept(state, station))) return;
      const next = nextDeadline(state);
      expect(next ?? Number.POSITIVE_INFINITY).toBeGreaterThan(event.now);
      const before = instant(next === null ? event.now + 1e12 : next - 1);
      expect(reduce(structuredClone(state), { type: 'tick', now: before })).toEqual([]);
    });
  });

  test('what is remembered is bounded by what waits and what runs', () => {
    inEveryHistory(({ state }) => {
      const isBusy =
        state.waiting.size > 0 || show(state).machines.some((one) => one.taken.length > 0);
      const shares = [...state.machines.values()].flatMap((one) => Object.values(one.shares));
      const parties = shares.flatMap((share) => [...share.parties]);
      expect(isBusy || parties.length === 0).toBe(true);
      expect(parties.length).toBeLessThanOrEqual(3 * shares.length);
    });
  });

  test('the same events give the same actions', () => {
    fc.assert(
      fc.property(history, (steps) => {
        expect(play(steps, rules)).toEqual(play(steps, rules));
      }),
      { numRuns: 100 },
    );
  });
});
