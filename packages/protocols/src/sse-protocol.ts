import type { ErrorBody } from './errors/error-body.ts';
import type { Problem } from './errors/problem.ts';
import type { Protocol } from './protocol.ts';
import { encode, sseEvent } from './stream/bytes.ts';
import { comment } from './stream/comment.ts';
import type { Dialect, FollowOptions } from './stream/dialect.ts';
import { followStream } from './stream/follow.ts';
import { SSE } from './stream/framing.ts';

/** What an API with SSE streams brings of its own. */
export interface SseApi extends Pick<Protocol, 'name' | 'path' | 'readCall' | 'writeCall'> {
  readonly dialect: (options: FollowOptions) => Dialect;
  readonly errorBody: ErrorBody;
  /** How an error is worded inside a stream, where that is not a bare event with the error's body. */
  readonly errorEvent?: (problem: Problem, sequence: number) => Uint8Array;
}

/** A protocol whose streams are SSE. */
export function sseProtocol({ dialect, ...api }: SseApi): Protocol {
  const errorEvent =
    api.errorEvent ?? ((problem: Problem) => encode(sseEvent(api.errorBody(problem))));
  return {
    ...api,
    framing: 'sse',
    contentType: 'text/event-stream',
    follow: (options) =>
      followStream({ framing: SSE, dialect: dialect(options), errorEvent }, options),
    errorEvent: (problem) => errorEvent(problem, 0),
    comment,
  };
}
