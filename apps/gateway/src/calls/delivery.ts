import type { CutReason, FollowedEvent, Follower } from '@hearth/protocols';
import type { ServerResponse } from 'node:http';

import type { Refusal } from './refusal.ts';
import type { Head } from './send.ts';
import type { Tongue } from './tongue.ts';
import type { CallTime } from './time.ts';

/** How the answer of one call reaches its caller. After the caller has gone, all of this does nothing. */
export interface Delivery {
  /** True once the headers are out: from then on an error can only be told inside the answer. */
  readonly begun: boolean;
  /** The call has its slot; these go into the headers, or where those are out, into the stream before its end. */
  admitted(headers: Readonly<Record<string, string>>, note: string): void;
  /** The upstream has begun to answer. */
  answered(status: number, head: Head): void;
  /** What the upstream said, as far as it is complete. */
  take(events: readonly FollowedEvent[], follower: Follower): void;
  /** The answer is whole; `closing` is what it still has to end with. */
  finish(follower: Follower, closing: Uint8Array): void;
  /** hearth ends the answer here. Only for answers of which there is something. */
  cut(follower: Follower, reason: CutReason): void;
  /** There will be no answer, or no more of it. */
  fail(refusal: Refusal, follower: Follower | null): void;
  /** True while the caller takes so slowly that no more should be fetched. */
  isFull(): boolean;
}

/** A delivery as it is kept up to date by whoever makes it; see `Follower` for why its fields are no accessors. */
export interface OwnDelivery extends Delivery {
  begun: boolean;
}

/** What a delivery is made for. */
export interface DeliveryOptions {
  readonly protocol: Tongue;
  readonly outgoing: ServerResponse;
  readonly stream: boolean;
  readonly time: CallTime;
  /** What the headers of its answer say, whatever becomes of it. */
  readonly headers: Readonly<Record<string, string>>;
}
