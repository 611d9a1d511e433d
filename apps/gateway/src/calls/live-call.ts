import type { Follower } from '@hearth/protocols';
import type { CallId, Instant, Seconds } from '@hearth/words';

import type { Arrival } from './arrival.ts';
import type { Exchange } from './exchange.ts';
import type { Placed } from './placed.ts';

/** Where a call stands: it waits for a slot, holds one, was cancelled and still holds one, or is over. */
export type CallState = 'waiting' | 'running' | 'draining' | 'over';

/** A call whose record is open, as all who deal with calls see it. */
export interface LiveCall {
  readonly arrival: Arrival;
  readonly id: CallId;
  state: CallState;
  /** How it ended, as far as its caller is concerned; null while that is open. */
  end: string | null;
  /** How long it waited until it got its slot, or left. */
  readonly waited: Seconds;
  /** When it got its slot, by the steady clock; null until then. */
  readonly admittedAt: Instant | null;
  readonly placed: Placed | null;
  readonly exchange: Exchange | null;
  readonly follower: Follower | null;
  /** Ends the wait for its machine to be idle. */
  readonly drain: AbortController;
  /** The gateway stops and waits no longer: the caller gets what there is. */
  stop(): void;
}
