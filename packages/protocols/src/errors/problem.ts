import type { Seconds } from '@hearth/words';
import type { JsonObject } from '../json.ts';

/** Something that went wrong, as hearth says it to a caller in any API. */
export interface Problem {
  /** The HTTP status; inside a stream it only chooses the type of the error. */
  readonly status: number;
  /** A stable word for programs, like `context_length_exceeded` or `queue_full`. */
  readonly code: string;
  /** A whole sentence for people: what happened. */
  readonly message: string;
  /** A whole sentence for people: what they can do about it. */
  readonly hint?: string | null;
  /** The same number as in the `Retry-After` header; left out where trying again cannot help. */
  readonly retryAfter?: Seconds | null;
  /** Numbers and names that belong to it. */
  readonly details?: JsonObject | null;
}

/** The code by which clients of every API know that prompt and cap do not fit the context. */
export const CONTEXT_LENGTH_EXCEEDED = 'context_length_exceeded';
