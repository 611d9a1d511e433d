import type { Tokens } from '@hearth/words';
import type { Problem } from './errors/problem.ts';
import type { JsonObject } from './json.ts';
import type { CallReading } from './request/call.ts';
import type { FollowOptions } from './stream/dialect.ts';
import type { Follower } from './stream/follower.ts';
import type { UpstreamKind } from './upstream-kind.ts';

/** The model APIs that hearth understands. */
export type ApiName =
  | 'openai-chat'
  | 'openai-completions'
  | 'openai-responses'
  | 'openai-embeddings'
  | 'anthropic-messages'
  | 'ollama-chat'
  | 'ollama-generate'
  | 'ollama-embed';

/** What hearth decides about a request before it sends it on. */
export interface Orders {
  /** The model's real name on the machine that was chosen. */
  readonly model: string;
  /** The cap: 1 or more. Every call that is sent has one. */
  readonly cap: Tokens;
  /** The kind of server that it goes to. */
  readonly upstream: UpstreamKind;
  /** The context that the machine has loaded, to pin it where the API could change it; null to say nothing of it. */
  readonly context: Tokens | null;
}

/** Everything that hearth does in one model API. All of it is pure. */
export interface Protocol {
  readonly name: ApiName;
  /** The path of its route. */
  readonly path: string;
  /**
   * How its answers come: as a stream of SSE or NDJSON, or (`json`) always as one JSON object, which
   * is passed on as it comes, whether or not the caller asked for a stream.
   */
  readonly framing: 'sse' | 'ndjson' | 'json';
  /** The content type of a stream of it. */
  readonly contentType: string;
  /** Reads the body of a request; what is wrong with it comes back as data. */
  readCall(body: unknown): CallReading;
  /**
   * The request as it is sent on: the same fields, with the real model, one cap in the field that this
   * upstream obeys, always as a stream. The body must be one that `readCall` accepted; it is not changed.
   */
  writeCall(body: JsonObject, orders: Orders): JsonObject;
  /** Starts to follow an answer. */
  follow(options: FollowOptions): Follower;
  /** A problem as the body of an error answer of this API. */
  errorBody(problem: Problem): JsonObject;
  /** A problem as an event inside a stream of this API; no bytes where it has no streams. */
  errorEvent(problem: Problem): Uint8Array;
  /** A comment that keeps a stream alive and that every client skips; null where there is no such thing. */
  comment(text: string): Uint8Array | null;
}
