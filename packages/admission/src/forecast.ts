import { instant, type CallId, type Instant, type MachineName } from '@hearth/words';

import type { HeldCall } from './call.ts';
import type { AdmissionAction, AdmissionEvent, AdmissionReason } from './events.ts';
import { nextDeadline } from './next-deadline.ts';
import { reduce } from './reduce.ts';
import type { Admission } from './state.ts';

/** What is likely to become of a waiting call, if no other call arrives and all take as long as expected. */
export interface Forecast {
  readonly call: CallId;
  /** Its place in the order in which calls start: 1 is next. */
  readonly place: number;
  /** Where and when it starts, or null when it does not. */
  readonly starts: { readonly at: Instant; readonly machine: MachineName } | null;
  /** When and why it is refused, or null when it starts or nothing is known to happen to it. */
  readonly refused: { readonly at: Instant; readonly reason: AdmissionReason } | null;
}

/** The forecast of one call, with those that start before it. */
export interface CallForecast extends Forecast {
  readonly ahead: readonly CallId[];
}

/** The forecasts of all that wait, in the order in which they start. The state is left as it is. */
export function forecasts(state: Admission, now: Instant): readonly Forecast[] {
  return lookAhead(state, now, null);
}

/** The forecast of one waiting call, or null when it does not wait. The state is left as it is. */
export function forecast(state: Admission, call: CallId, now: Instant): CallForecast | null {
  const all = lookAhead(state, now, call);
  const own = all.find((one) => one.call === call);
  if (own === undefined) return null;
  const ahead = all.filter((one) => one.starts !== null && one.place < own.place);
  return { ...own, ahead: ahead.map((one) => one.call) };
}

/**
 * Lets a copy of the whole machinery run ahead, so that the forecast knows every rule there is, up to
 * the point where nothing more is known to happen or the fate of the call in question is known.
 */
function lookAhead(state: Admission, now: Instant, call: CallId | null): readonly Forecast[] {
  const copy = structuredClone(state);
  const fates: Forecast[] = [];
  let started = 0;
  let event: AdmissionEvent | null = { type: 'tick', now };
  while (event !== null) {
    for (const action of reduce(copy, event)) {
      if (action.type === 'admit') started += 1;
      fates.push(fateOf(action, copy.now, action.type === 'admit' ? started : started + 1));
    }
    const isDone = call === null ? copy.waiting.size === 0 : !copy.waiting.has(call);
    event = isDone ? null : nextEvent(copy);
  }
  for (const id of copy.waiting.keys()) {
    fates.push({ call: id, place: started + 1, starts: null, refused: null });
  }
  return fates;
}

function fateOf(action: AdmissionAction, at: Instant, place: number): Forecast {
  return action.type === 'admit'
    ? { call: action.call, place, starts: { at, machine: action.machine }, refused: null }
    : { call: action.call, place, starts: null, refused: { at, reason: action.reason } };
}

/** What is expected to happen next: the end of a running call, or time passing. */
function nextEvent(state: Admission): AdmissionEvent | null {
  const deadline = nextDeadline(state);
  const held = firstToEnd(state);
  if (held === null || (deadline !== null && deadline < held.endsAt)) {
    return deadline === null ? null : { type: 'tick', now: deadline };
  }
  const now = instant(Math.max(held.endsAt, state.now));
  return { type: 'ended', call: held.call.id, failed: false, now };
}

function firstToEnd(state: Admission): HeldCall | null {
  let first: HeldCall | null = null;
  for (const station of state.machines.values()) {
    for (const held of station.held.values()) {
      if (first === null || held.endsAt < first.endsAt) first = held;
    }
  }
  return first;
}
