import { instant, type Instant } from '@hearth/words';

import { staleAt } from './expected.ts';
import type { Admission } from './state.ts';

/**
 * The next instant at which a `tick` matters, or null when nothing but another event does: a wait or a
 * deadline is over, a budget opens, a machine may be tried again or has been away for too long.
 * A slot that is kept for a call which needs its whole machine is looked at again with any event.
 */
export function nextDeadline(state: Admission): Instant | null {
  if (state.waiting.size === 0) return null;
  const instants: (Instant | null)[] = [];
  for (const { waitUntil, call } of state.waiting.values()) instants.push(waitUntil, call.deadline);
  for (const { allowance } of state.budgets.values()) instants.push(allowance.closedUntil);
  for (const station of state.machines.values()) {
    instants.push(station.trialAt, staleAt(state, station));
  }
  let soonest = Number.POSITIVE_INFINITY;
  for (const one of instants) if (one !== null && one > state.now && one < soonest) soonest = one;
  return soonest === Number.POSITIVE_INFINITY ? null : instant(soonest);
}
