import { after } from '@hearth/words';

import { admitAll } from './admit.ts';
import { openBudgets, setAllowance } from './budget.ts';
import type { Call, WaitingCall } from './call.ts';
import { forgetIdleShares } from './contest.ts';
import type { AdmissionAction, AdmissionEvent, AdmissionReason, RefuseAction } from './events.ts';
import { endCall, endDraining, startDraining } from './ends.ts';
import { seeMachine, loseMachine } from './machines.ts';
import { whoLeaves } from './queue-bounds.ts';
import { hopeless, reasonOfExpiry } from './refusal.ts';
import { retryAfter } from './retry-after.ts';
import { findHeld, removeWaiting, type Admission } from './state.ts';

/**
 * Takes what has happened, changes the state in place, and says what is to be done. The same events give
 * the same actions. Events about calls and machines that are not known (any more) change nothing: a word
 * about the end of a call may cross the word that it was cancelled. It throws when a call arrives twice.
 */
export function reduce(state: Admission, event: AdmissionEvent): readonly AdmissionAction[] {
  if (event.now > state.now) state.now = event.now;
  openBudgets(state);
  const newcomer = apply(state, event);

  const actions = refuseTheHopeless(state);
  actions.push(...admitAll(state));
  const refused = refuseTheRest(state, newcomer);
  // Where a slot was kept for one of these, it is now for somebody else.
  if (refused.length > 0) actions.push(...refused, ...admitAll(state));
  forgetIdleShares(state);
  return actions;
}

function apply(state: Admission, event: AdmissionEvent): WaitingCall | null {
  switch (event.type) {
    case 'arrive':
      return join(state, event.call);
    case 'hangUp':
    case 'cancelled': {
      const waiting = state.waiting.get(event.call);
      if (waiting === undefined) startDraining(state, event.call);
      else removeWaiting(state, waiting);
      return null;
    }
    case 'ended':
      endCall(state, event.call, event.failed);
      return null;
    case 'progress': {
      const found = findHeld(state, event.call);
      if (found !== null) found.held.endsAt = after(state.now, event.remaining);
      return null;
    }
    case 'drained':
      endDraining(state, event);
      return null;
    case 'machine':
      seeMachine(state, event.machine, event.draining);
      return null;
    case 'machineGone':
      loseMachine(state, event.machine);
      return null;
    case 'budget':
      setAllowance(state, event.budget, event.allowance);
      return null;
    case 'drainForShutdown':
      state.restarting = true;
      return null;
    case 'tick':
      return null;
  }
}

function join(state: Admission, call: Call): WaitingCall {
  if (state.waiting.has(call.id) || findHeld(state, call.id) !== null) {
    throw new Error(`Call ${call.id} has arrived before. Give each call an id of its own.`);
  }
  const waiting: WaitingCall = {
    call,
    priority: call.priority,
    order: (state.arrivals += 1),
    arrivedAt: state.now,
    waitingSince: state.now,
    waitUntil: after(state.now, call.maxWait),
    passedOver: 0,
    passedOverSince: null,
  };
  state.waiting.set(call.id, waiting);
  state.waitingBytes += call.bytes;
  return waiting;
}

/** Refuses those whose time was over before, and those who cannot be served after what has just happened. */
function refuseTheHopeless(state: Admission): AdmissionAction[] {
  const actions: AdmissionAction[] = [];
  for (const one of state.waiting.values()) {
    const late = one.waitUntil < state.now ? reasonOfExpiry(state, one) : null;
    const reason = hopeless(state, one) ?? late;
    if (reason !== null) actions.push(refuse(state, one, reason));
  }
  return actions;
}

/** Refuses those who were not admitted and may not wait: for want of room, or since their time is over now. */
function refuseTheRest(state: Admission, newcomer: WaitingCall | null): AdmissionAction[] {
  const actions: AdmissionAction[] = [];
  if (newcomer !== null && state.waiting.has(newcomer.call.id)) {
    for (const one of whoLeaves(state, newcomer)) actions.push(refuse(state, one, 'queue-full'));
  }
  for (const one of state.waiting.values()) {
    if (one.waitUntil <= state.now) actions.push(refuse(state, one, reasonOfExpiry(state, one)));
  }
  return actions;
}

function refuse(state: Admission, waiting: WaitingCall, reason: AdmissionReason): RefuseAction {
  removeWaiting(state, waiting);
  const { call } = waiting;
  return { type: 'refuse', call: call.id, reason, retryAfter: retryAfter(state, call, reason) };
}
