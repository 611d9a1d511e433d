import type { CallId } from '@hearth/words';

import type { HeldCall } from './call.ts';
import type { AdmissionEvent } from './events.ts';
import type { Station } from './machine.ts';
import { forgetIfGone } from './machines.ts';
import { chargeEnd } from './share.ts';
import { findHeld, type Admission } from './state.ts';
import { noteEnd } from './trial.ts';

/** Notes that a call was cancelled: its slot is not free before its machine is done with it. */
export function startDraining(state: Admission, id: CallId): void {
  const found = findHeld(state, id);
  if (found !== null) found.held.draining = true;
}

/** Notes the definite end of a call. That a cancelled call ended in peace says nothing for its machine. */
export function endCall(state: Admission, id: CallId, failed: boolean): void {
  const found = findHeld(state, id);
  if (found === null) return;
  const { station, held } = found;
  if (failed || !held.draining) noteEnd(state, station, failed);
  if (!failed) station.proven = true;
  release(state, station, held);
}

/** Notes that draining is over, for one call or for the machine as a whole. Running calls go on. */
export function endDraining(
  state: Admission,
  event: Extract<AdmissionEvent, { readonly type: 'drained' }>,
): void {
  const station = state.machines.get(event.machine);
  if (station === undefined) return;
  if (event.call === null) station.draining = false;
  station.proven = event.proven;
  for (const held of station.held.values()) {
    const isMeant = event.call === null ? event.proven : held.call.id === event.call;
    if (isMeant && held.draining) release(state, station, held);
  }
  forgetIfGone(state, station);
}

/** Frees a slot, and charges the budget for the time it was held. */
function release(state: Admission, station: Station, held: HeldCall): void {
  station.held.delete(held.call.id);
  const budget = station.shares[held.call.priority].parties.get(held.call.budget);
  chargeEnd(budget?.callers.parties.get(held.call.caller), held, state.now);
  chargeEnd(budget, held, state.now);
  forgetIfGone(state, station);
}
