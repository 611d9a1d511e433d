import { instant, type CallId, type Instant, type MachineName } from '@hearth/words';

import type { BudgetState } from './allowance.ts';
import type { HeldCall, WaitingCall } from './call.ts';
import type { Station } from './machine.ts';
import { DEFAULT_RULES, type AdmissionRules } from './rules.ts';

/** All that admission knows: plain data, changed in place by `reduce`. Treat it as opaque. */
export interface Admission {
  readonly rules: AdmissionRules;
  /** The latest instant of an event. */
  now: Instant;
  restarting: boolean;
  /** In the order of arrival. */
  readonly waiting: Map<CallId, WaitingCall>;
  waitingBytes: number;
  /** How many calls have ever waited. */
  arrivals: number;
  readonly machines: Map<MachineName, Station>;
  readonly budgets: Map<string, BudgetState>;
}

/** Admission with no machine and nobody waiting. */
export function newAdmission(rules: Partial<AdmissionRules> = {}): Admission {
  return {
    rules: { ...DEFAULT_RULES, ...rules },
    now: instant(0),
    restarting: false,
    waiting: new Map(),
    waitingBytes: 0,
    arrivals: 0,
    machines: new Map(),
    budgets: new Map(),
  };
}

/** Takes a call out of the queue. */
export function removeWaiting(state: Admission, waiting: WaitingCall): void {
  if (state.waiting.delete(waiting.call.id)) state.waitingBytes -= waiting.call.bytes;
}

/** The call that holds a slot somewhere, with its machine, or null. */
export function findHeld(
  state: Admission,
  id: CallId,
): { readonly station: Station; readonly held: HeldCall } | null {
  for (const station of state.machines.values()) {
    const held = station.held.get(id);
    if (held !== undefined) return { station, held };
  }
  return null;
}
