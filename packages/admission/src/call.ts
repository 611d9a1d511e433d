import type { Bytes, CallId, Instant, Priority, Seconds } from '@hearth/words';

/** A model call that asks for a slot, as far as admission needs to know it. */
export interface Call {
  readonly id: CallId;
  readonly priority: Priority;
  /** The budget that it is charged to; a consumer without one passes a key of its own. */
  readonly budget: string;
  /** The sub-caller inside the budget; an empty string where there is none. */
  readonly caller: string;
  /** The model, with its aliases resolved, or null for whatever is loaded. */
  readonly model: string | null;
  /** The family of APIs that the machine has to speak. */
  readonly api: string;
  /** How many bytes its body takes while it waits. */
  readonly bytes: Bytes;
  /** How long it may wait, from its arrival. */
  readonly maxWait: Seconds;
  /** The instant from which starting it is of no use any more, or null. */
  readonly deadline: Instant | null;
  /** How long it is expected to hold its slot. */
  readonly expected: Seconds;
}

/** A call in the queue. */
export interface WaitingCall {
  readonly call: Call;
  readonly priority: Priority;
  /** Where it stands in the order of arrival. */
  readonly order: number;
  readonly arrivedAt: Instant;
  /** Its arrival, moved forward by the time for which its budget shut it out. */
  waitingSince: Instant;
  readonly waitUntil: Instant;
  /** How often a younger call of the loaded model went before it, and when that first happened. */
  passedOver: number;
  passedOverSince: Instant | null;
}

/** A call that holds a slot. */
export interface HeldCall {
  readonly call: Call;
  readonly model: string;
  readonly admittedAt: Instant;
  /** When its slot is expected to be free. */
  endsAt: Instant;
  /** True once it was cancelled and its machine may still be working on it. */
  draining: boolean;
  /** True when its machine was on trial as it was admitted. */
  readonly trial: boolean;
}
