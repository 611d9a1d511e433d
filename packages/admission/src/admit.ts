import { after, seconds } from '@hearth/words';

import { notePassedOver } from './affinity.ts';
import type { HeldCall, WaitingCall } from './call.ts';
import { contestFor, settle, type Contest } from './contest.ts';
import type { AdmitAction } from './events.ts';
import { isServing, type Station } from './machine.ts';
import { chooseFrom, type Choice } from './order.ts';
import { removeWaiting, type Admission } from './state.ts';
import { isOnTrial, mayTry } from './trial.ts';

/**
 * Fills every free slot that somebody may have. The machine of a call is found here, as a slot frees, and
 * not when the call arrives. A slot stays free only when nobody who waits may have it, or when the call
 * whose place it is has to wait for the whole machine to be idle, since it needs another model there.
 */
export function admitAll(state: Admission): AdmitAction[] {
  const actions: AdmitAction[] = [];
  for (;;) {
    const offer = bestOffer(state);
    if (offer === null) return actions;
    actions.push(admit(state, offer));
  }
}

interface Offer {
  readonly station: Station;
  readonly contest: Contest;
  readonly choice: Choice;
}

function bestOffer(state: Admission): Offer | null {
  if (state.restarting || state.waiting.size === 0) return null;
  let best: Offer | null = null;
  for (const station of state.machines.values()) {
    const offer = hasFreeSlot(state, station) ? offerOf(state, station) : null;
    if (offer === null) continue;
    if (best === null || (isSameCall(offer, best) && suits(offer, best))) best = offer;
  }
  return best;
}

function offerOf(state: Admission, station: Station): Offer | null {
  const contest = contestFor(state, station);
  if (contest === null) return null;
  const choice = chooseFrom(contest, station, state.now, state.rules);
  if (choice === null || choice.contender.fit.kind === 'later') return null;
  return { station, contest, choice };
}

function hasFreeSlot(state: Admission, station: Station): boolean {
  const isFree = station.held.size < station.machine.slots;
  return isFree && isServing(station) && mayTry(state, station);
}

function isSameCall(a: Offer, b: Offer): boolean {
  return a.choice.contender.waiting === b.choice.contender.waiting;
}

/** True when a call is better off with the first: no model to load, or none to unload, or fewer beside it. */
function suits(a: Offer, b: Offer): boolean {
  const difference = costOf(a) - costOf(b);
  return difference === 0 ? a.station.held.size < b.station.held.size : difference < 0;
}

function costOf({ station, choice }: Offer): number {
  if (choice.contender.fit.kind === 'runs') return 0;
  return station.machine.models.values().some((model) => model === 'loaded') ? 2 : 1;
}

function admit(state: Admission, { station, contest, choice }: Offer): AdmitAction {
  const { waiting, fit } = choice.contender;
  removeWaiting(state, waiting);
  notePassedOver(choice.passedOver, state.now);
  settle(state, station, contest);
  station.turns = choice.turns;
  if (fit.kind === 'loads') noteLoad(station, fit.model);
  hold(state, station, waiting, fit.model);
  return { type: 'admit', call: waiting.call.id, machine: station.machine.name, model: fit.model };
}

/** Until the machine is seen again, the model that it was made to load is taken to be the only one there. */
function noteLoad(station: Station, model: string): void {
  const models = new Map(station.machine.models);
  for (const [name, state] of models) if (state === 'loaded') models.set(name, 'loadable');
  models.set(model, 'loaded');
  station.machine = { ...station.machine, models };
}

function hold(state: Admission, station: Station, waiting: WaitingCall, model: string): void {
  const { call, priority } = waiting;
  const held: HeldCall = {
    call,
    model,
    admittedAt: state.now,
    endsAt: after(state.now, seconds(Math.max(0, call.expected))),
    draining: false,
    trial: isOnTrial(state, station),
  };
  station.held.set(call.id, held);
  const budget = station.shares[priority].parties.get(call.budget);
  budget?.holds.add(held);
  budget?.callers.parties.get(call.caller)?.holds.add(held);
}
