/**
 * The model APIs, as pure functions over bytes and JSON.
 *
 * `protocolOf(path)` gives the {@link Protocol} of a route, and everything that differs between the
 * APIs is behind it: `readCall` reads a request, `writeCall` writes it for an upstream, `follow`
 * follows the answer event by event, ends it truthfully when hearth must, and makes one JSON answer
 * of it for a caller that asked for no stream; `errorBody` words a problem. Nothing here opens a
 * socket, looks at a clock or draws a random number.
 *
 * @module
 */
export { CONTEXT_LENGTH_EXCEEDED, type Problem } from './errors/problem.ts';
export {
  readUpstreamError,
  type UpstreamError,
  type UpstreamErrorKind,
} from './errors/read-upstream-error.ts';
export { estimatePrompt } from './estimate-prompt.ts';
export type { JsonObject } from './json.ts';
export { PROTOCOLS, protocolOf } from './protocol-of.ts';
export type { ApiName, Orders, Protocol } from './protocol.ts';
export type { Call, CallReading, PromptSize } from './request/call.ts';
export { upstreamHeaders } from './request/upstream-headers.ts';
export type { CutReason, EventKind, FollowOptions } from './stream/dialect.ts';
export type { FollowedEvent, Follower, StreamEnd } from './stream/follower.ts';
export type { Progress } from './stream/progress.ts';
export type { Pace, Timings, Usage } from './stream/usage.ts';
export { UPSTREAM_KINDS, type UpstreamKind } from './upstream-kind.ts';
