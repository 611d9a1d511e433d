import { between, rank, seconds, type Seconds } from '@hearth/words';

import { closedUntil, gateOf } from './budget.ts';
import type { Call, HeldCall } from './call.ts';
import type { AdmissionReason } from './events.ts';
import { fitOf, lookAt } from './fit.ts';
import { couldServe, type Station } from './machine.ts';
import type { Admission } from './state.ts';

/**
 * When a refused caller should come back: the predicted time until one place frees for its priority, or
 * until its budget opens; null when nobody can tell, because no machine serves it.
 */
export function retryAfter(state: Admission, call: Call, reason: AdmissionReason): Seconds | null {
  const { least, most } = state.rules.retryAfter;
  switch (reason) {
    case 'no-machine':
      return null;
    case 'budget': {
      const until = closedUntil(state, call.budget);
      return until === null ? least : seconds(Math.max(least, between(state.now, until)));
    }
    case 'loading':
    case 'restarting':
      return within(state.rules.startAfter, placeFreesIn(state, call), most);
    default:
      return within(least, placeFreesIn(state, call), most);
  }
}

function within(least: Seconds, value: number, most: Seconds): Seconds {
  return seconds(Math.min(most, Math.max(least, value)));
}

/**
 * The seconds until the next call of this priority is likely to be admitted: what is left of the calls
 * that hold the slots, and then those of higher priorities that wait, each as long as expected.
 */
function placeFreesIn(state: Admission, call: Call): number {
  const stations = [...state.machines.values()].filter((one) => couldServe(one, call));
  const slots = stations.flatMap((station) => slotTimes(state, station, call));
  for (const ahead of aheadOf(state, call)) {
    if (!stations.some((station) => couldServe(station, ahead))) continue;
    const first = slots.indexOf(Math.min(...slots));
    slots[first] = (slots[first] ?? 0) + Math.max(0, ahead.expected);
  }
  return Math.max(slots.length === 0 ? 0 : Math.min(...slots), budgetFreesIn(state, call));
}

/** Who goes before any call of this priority; before a restart nobody does any more. */
function aheadOf(state: Admission, call: Call): Call[] {
  if (state.restarting) return [];
  return Array.from(state.waiting.values(), (one) => one.call).filter(({ priority, budget }) => {
    return rank(priority) < rank(call.priority) && gateOf(state, budget) === 'open';
  });
}

/** In how many seconds each slot frees; a machine that has to swap models is one slot, free when all are. */
function slotTimes(state: Admission, station: Station, call: Call): number[] {
  const times = Array.from(station.held.values(), (held) => remaining(state, held));
  if (fitOf(lookAt(station), call)?.kind === 'later') return [Math.max(0, ...times)];
  while (times.length < station.machine.slots) times.push(0);
  return times;
}

function budgetFreesIn(state: Admission, call: Call): number {
  const most = state.budgets.get(call.budget)?.allowance.concurrency ?? null;
  const own = [...state.machines.values()]
    .flatMap((station) => [...station.held.values()])
    .filter((held) => held.call.budget === call.budget);
  if (most === null || own.length < most) return 0;
  return Math.min(...own.map((held) => remaining(state, held)));
}

function remaining(state: Admission, held: HeldCall): number {
  return Math.max(0, between(state.now, held.endsAt));
}
