import { rank } from '@hearth/words';

import type { WaitingCall } from './call.ts';
import type { Admission } from './state.ts';

/**
 * Who has to leave so that the queue is within its bounds again after this call joined it; nobody, most of
 * the time, and often the newcomer itself.
 *
 * Whoever fills the queue gives way, so that a flood of one caller shuts nobody else out: of the lowest
 * priority that waits, the budget that takes most room, in it the sub-caller that takes most, and of that
 * one the youngest. Among equals the newcomer gives way.
 */
export function whoLeaves(state: Admission, newcomer: WaitingCall): readonly WaitingCall[] {
  const leaving = new Set<WaitingCall>();
  for (const bound of boundsOf(state, newcomer)) {
    const staying = bound.calls.filter((one) => !leaving.has(one));
    let total = staying.reduce((sum, one) => sum + bound.sizeOf(one), 0);
    while (total > bound.most) {
      const victim = victimOf(staying, newcomer, bound.sizeOf);
      // Without the newcomer the queue was within its bounds: then nobody else has to leave.
      if (victim === newcomer) return [newcomer];
      staying.splice(staying.indexOf(victim), 1);
      leaving.add(victim);
      total -= bound.sizeOf(victim);
    }
  }
  return [...leaving];
}

type SizeOf = (one: WaitingCall) => number;

interface Bound {
  readonly calls: readonly WaitingCall[];
  readonly sizeOf: SizeOf;
  readonly most: number;
}

function boundsOf(state: Admission, newcomer: WaitingCall): readonly Bound[] {
  const bounds: Bound[] = [];
  const queue = state.budgets.get(newcomer.call.budget)?.allowance.queue ?? null;
  if (queue !== null) {
    const own = [...state.waiting.values()].filter((one) => hasSameBudget(one, newcomer));
    bounds.push({ calls: own, sizeOf: inCalls, most: queue });
  }
  const { waitingCalls, waitingBytes } = state.rules;
  if (state.waiting.size > waitingCalls) {
    bounds.push({ calls: [...state.waiting.values()], sizeOf: inCalls, most: waitingCalls });
  }
  if (state.waitingBytes > waitingBytes) {
    bounds.push({ calls: [...state.waiting.values()], sizeOf: bytesOf, most: waitingBytes });
  }
  return bounds;
}

function victimOf(
  staying: readonly WaitingCall[],
  newcomer: WaitingCall,
  sizeOf: SizeOf,
): WaitingCall {
  const lowest = Math.max(...staying.map((one) => rank(one.priority)));
  const priority = staying.filter((one) => rank(one.priority) === lowest);
  const budget = largest(priority, (one) => one.call.budget, newcomer, sizeOf);
  const caller = largest(budget, (one) => one.call.caller, newcomer, sizeOf);
  return caller.at(-1) ?? newcomer;
}

/** The group that takes most room; among equals the one of the newcomer. */
function largest(
  calls: readonly WaitingCall[],
  keyOf: (one: WaitingCall) => string,
  newcomer: WaitingCall,
  sizeOf: SizeOf,
): readonly WaitingCall[] {
  let best: readonly WaitingCall[] = [];
  let bestSize = Number.NEGATIVE_INFINITY;
  for (const group of Map.groupBy(calls, keyOf).values()) {
    const size = group.reduce((sum, one) => sum + sizeOf(one), 0);
    if (size < bestSize || (size === bestSize && !group.includes(newcomer))) continue;
    best = group;
    bestSize = size;
  }
  return best;
}

function inCalls(): number {
  return 1;
}

function bytesOf({ call }: WaitingCall): number {
  return call.bytes;
}

function hasSameBudget(a: WaitingCall, b: WaitingCall): boolean {
  return a.call.budget === b.call.budget;
}
