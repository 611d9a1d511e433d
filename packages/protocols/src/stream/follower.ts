import type { Problem } from '../errors/problem.ts';
import type { UpstreamError } from '../errors/read-upstream-error.ts';
import type { JsonObject } from '../json.ts';
import type { CutReason, EventKind } from './dialect.ts';
import type { Progress } from './progress.ts';

/** One whole event of an upstream's answer. */
export interface FollowedEvent {
  readonly kind: EventKind;
  /** The bytes of the event as they came, to the last line end. Together they are the input. */
  readonly raw: Uint8Array;
  /** What becomes of it: it passes as it is, is dropped, or is replaced. */
  readonly verdict: 'pass' | 'drop' | 'replace';
  /** What the caller is to get: the same bytes, none, or others. */
  readonly out: Uint8Array;
  /** Only for `error`: what went wrong. */
  readonly error: UpstreamError | null;
}

/** What a follower knows when the upstream has closed its side. */
export interface StreamEnd {
  /** A last event that came without its line end; usually none. */
  readonly events: readonly FollowedEvent[];
  /** True when the API's own sign of a whole answer was seen, and no error. */
  readonly complete: boolean;
  /** What the caller still has to get after a complete answer: the closing marker, if it is missing. */
  readonly closing: Uint8Array;
}

/**
 * Follows one answer while it passes. Feed it every chunk, in order; ask it how to end.
 *
 * What changes in an object that is made for each answer is a field that is kept up to date, here and in all that a
 * follower is made of, and never an accessor: V8 gives an object literal with a `get` slow properties, which cost
 * twenty times as much and keep all that they reach in memory until the next full collection.
 */
export interface Follower {
  /** What is known so far. The same object all along; it changes with each chunk. */
  readonly progress: Progress;
  /** True once the API's own sign of a whole answer was seen, and no error. */
  readonly complete: boolean;
  /** Takes bytes, cut anywhere, and gives the events that they complete. */
  push(chunk: Uint8Array): readonly FollowedEvent[];
  /** The upstream has closed its side. */
  end(): StreamEnd;
  /**
   * The bytes that end the caller's stream truthfully here and now: as cut, never as finished.
   * After a complete answer they are only what is missing of its ending.
   */
  cut(reason: CutReason): Uint8Array;
  /** The bytes of an error inside the caller's stream, after which it is closed with no other end. */
  died(problem: Problem): Uint8Array;
  /**
   * The one JSON answer for a caller that asked for no stream; with a reason, marked as cut.
   * Throws when the follower was not made with `assemble: true`.
   */
  assemble(reason: CutReason | null): JsonObject;
}
