import type { CallId, Instant, MachineName, Seconds } from '@hearth/words';

import type { Allowance } from './allowance.ts';
import type { Call } from './call.ts';
import type { Machine } from './machine.ts';

/** Why a call was not admitted; what callers find in `X-Hearth-Reason`. */
export const REFUSAL_REASONS = [
  'queue-full',
  'wait-expired',
  'budget',
  'no-machine',
  'loading',
  'draining',
  'context',
  'too-large',
  'floor',
  'deadline',
  'restarting',
] as const;

/** One of {@link REFUSAL_REASONS}. `context`, `too-large` and `floor` are found before a call arrives here. */
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** The reasons that admission itself gives. */
export type AdmissionReason = Exclude<RefusalReason, 'context' | 'too-large' | 'floor'>;

/** What can happen. `now` never goes back; where it does, time is taken to stand still. */
export type AdmissionEvent = { readonly now: Instant } & (
  | { readonly type: 'arrive'; readonly call: Call }
  /** The caller is gone: a waiting call leaves, the slot of a running one drains. */
  | { readonly type: 'hangUp'; readonly call: CallId }
  /** The call was cancelled upstream; its slot drains until `ended` or `drained`. */
  | { readonly type: 'cancelled'; readonly call: CallId }
  /** The definite end of a call on its machine; `failed` when that was the fault of the machine. */
  | { readonly type: 'ended'; readonly call: CallId; readonly failed: boolean }
  /** For how long the call is now expected to hold its slot: what forecasts go by, and shares until it ends. */
  | { readonly type: 'progress'; readonly call: CallId; readonly remaining: Seconds }
  /**
   * Draining is over, for one call or (null) for the machine as a whole: it was shown idle (`proven`), or
   * the bound on it has passed. A machine that is shown idle as a whole has also finished its draining calls.
   */
  | {
      readonly type: 'drained';
      readonly machine: MachineName;
      readonly call: CallId | null;
      readonly proven: boolean;
    }
  /**
   * A machine is as described. With `draining` it may be busy with what nobody here knows of (as at the
   * start), and nothing is admitted there until `drained` says so for the machine as a whole.
   */
  | { readonly type: 'machine'; readonly machine: Machine; readonly draining: boolean }
  /** A machine is declared no more. Its calls keep their slots until they end. */
  | { readonly type: 'machineGone'; readonly machine: MachineName }
  /** What a budget allows from now on; null forgets it, and then nothing is limited. */
  | { readonly type: 'budget'; readonly budget: string; readonly allowance: Allowance | null }
  /** Time has passed; see `nextDeadline` for when this matters. */
  | { readonly type: 'tick' }
  /** hearth is about to stop: nothing is admitted any more. */
  | { readonly type: 'drainForShutdown' }
);

/** Give the slot: send the call to this machine, for this model. */
export interface AdmitAction {
  readonly type: 'admit';
  readonly call: CallId;
  readonly machine: MachineName;
  readonly model: string;
}

/** Refuse the call, and say when to come back, or null when that cannot be told. */
export interface RefuseAction {
  readonly type: 'refuse';
  readonly call: CallId;
  readonly reason: AdmissionReason;
  /** Without jitter; for `budget` the time until it opens, else within the bounds of the rules. */
  readonly retryAfter: Seconds | null;
}

/** What is to be done about an event. */
export type AdmissionAction = AdmitAction | RefuseAction;
