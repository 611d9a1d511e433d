import type { Instant } from '@hearth/words';

import { closedUntil, isClosed } from './budget.ts';
import type { Call, WaitingCall } from './call.ts';
import type { AdmissionReason } from './events.ts';
import { isExpected } from './expected.ts';
import { couldServe, type Station } from './machine.ts';
import type { Admission } from './state.ts';

/** Why this call is to be refused whoever else waits, or null while it may hope. */
export function hopeless(state: Admission, waiting: WaitingCall): AdmissionReason | null {
  if (state.restarting) return 'restarting';
  const { call } = waiting;
  if (isPast(call.deadline, state.now)) return 'deadline';
  if (!hasMachine(state, call)) return 'no-machine';
  return opensTooLate(state, waiting) ? 'budget' : null;
}

/** Why a call leaves whose time is over: what kept it from being admitted until now. */
export function reasonOfExpiry(state: Admission, { call }: WaitingCall): AdmissionReason {
  if (isPast(call.deadline, state.now)) return 'deadline';
  if (isShutOut(state, call)) return 'budget';
  const up = [...state.machines.values()].filter((one) => one.machine.up && couldServe(one, call));
  if (up.length === 0) return 'no-machine';
  if (up.every((one) => isDraining(one))) return 'draining';
  if (up.every((one) => isDraining(one) || isLoading(one, call))) return 'loading';
  return 'wait-expired';
}

function hasMachine(state: Admission, call: Call): boolean {
  for (const station of state.machines.values()) {
    if (couldServe(station, call) && isExpected(state, station)) return true;
  }
  return false;
}

function opensTooLate(state: Admission, { call, waitUntil }: WaitingCall): boolean {
  if (!isShutOut(state, call)) return false;
  if (state.budgets.get(call.budget)?.allowance.over === 'refuse') return true;
  const opens = closedUntil(state, call.budget) ?? state.now;
  return opens > waitUntil || isPast(call.deadline, opens);
}

function isShutOut(state: Admission, call: Call): boolean {
  return isClosed(state, call.budget) && state.budgets.get(call.budget)?.allowance.over !== 'idle';
}

/** True when all that keeps the machine busy is work that was cancelled, or that nobody knows of. */
function isDraining(station: Station): boolean {
  if (station.draining) return true;
  return station.held.size > 0 && station.held.values().every((held) => held.draining);
}

function isLoading({ machine }: Station, { model }: Call): boolean {
  if (model !== null) return machine.models.get(model) === 'loading';
  const states = new Set(machine.models.values());
  return states.has('loading') && !states.has('loaded');
}

/** True from the deadline on; never when there is none. */
function isPast(deadline: Instant | null, now: Instant): boolean {
  return deadline !== null && deadline <= now;
}
