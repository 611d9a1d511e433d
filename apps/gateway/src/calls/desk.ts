import {
  newAdmission,
  nextDeadline,
  reduce,
  type Admission,
  type AdmissionEvent,
  type AdmissionReason,
  type Call,
} from '@hearth/admission';
import {
  after,
  seconds,
  type CallId,
  type Instant,
  type MachineName,
  type Seconds,
} from '@hearth/words';

/** Whoever waits for a slot and is told what becomes of that. */
export interface Applicant {
  admitted(machine: MachineName, model: string): void;
  refused(reason: AdmissionReason, retryAfter: Seconds | null): void;
}

/** An event as it is told, without its time. */
export type DeskEvent = AdmissionEvent extends infer Event
  ? Event extends AdmissionEvent
    ? Omit<Event, 'now'>
    : never
  : never;

/** Runs the state machine of the slots: feeds it what happens, with the time, and does what it answers. */
export interface Desk {
  /** What it knows; to be looked at only. */
  readonly state: Admission;
  /** A call asks for a slot. Its applicant is told exactly one thing, unless the call hangs up before. */
  arrive(call: Call, applicant: Applicant): void;
  /** Something else has happened. */
  tell(event: DeskEvent): void;
  /** Stops the clock; what happens from now on is no longer answered. */
  close(): void;
}

/** A timer of Node fires at once where its delay does not fit 32 bits, so that longer waits are cut into these. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Opens the desk. `steady` never goes back and never jumps. */
export function openDesk(steady: () => Instant): Desk {
  const state = newAdmission();
  const applicants = new Map<CallId, Applicant>();
  let timer: NodeJS.Timeout | null = null;
  let timerAt: Instant | null = null;
  let closed = false;

  function tell(event: DeskEvent): void {
    if (closed) return;
    // What follows from an action tells the desk more at once; by then the state is whole again.
    for (const action of reduce(state, { ...event, now: steady() })) {
      const applicant = applicants.get(action.call);
      applicants.delete(action.call);
      if (action.type === 'admit') applicant?.admitted(action.machine, action.model);
      else applicant?.refused(action.reason, action.retryAfter);
    }
    wakeInTime();
  }

  function wakeInTime(): void {
    const next = closed ? null : nextDeadline(state);
    if (next === timerAt && next !== null) return;
    if (timer !== null) clearTimeout(timer);
    timerAt = next;
    if (next === null) {
      timer = null;
      return;
    }
    const delay = Math.min(LONGEST_TIMER, Math.max(1, next - steady()));
    timer = setTimeout(() => {
      timerAt = null;
      tell({ type: 'tick' });
    }, delay);
  }

  return {
    state,
    arrive(call, applicant) {
      applicants.set(call.id, applicant);
      tell({ type: 'arrive', call });
    },
    tell(event) {
      if (event.type === 'hangUp') applicants.delete(event.call);
      tell(event);
    },
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      applicants.clear();
    },
  };
}

/** The instant on the steady clock at which the wall clock will show `wall`, by what both show now. */
export function onSteady(wall: Instant, wallNow: Instant, steadyNow: Instant): Instant {
  return after(steadyNow, seconds((wall - wallNow) / 1000));
}
