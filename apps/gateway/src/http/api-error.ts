import { errorBody, type ErrorBody, type ErrorCode } from '@hearth/wire';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The status that goes with each code. */
const STATUS: Record<ErrorCode, ContentfulStatusCode> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale_epoch: 409,
  too_large: 413,
  queue_full: 429,
  unavailable: 503,
  internal: 500,
};

/** Ends a request of hearth's own API with an error that the caller can act on. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ContentfulStatusCode;
  readonly body: ErrorBody;

  constructor(
    code: ErrorCode,
    message: string,
    hint: string | null = null,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.status = STATUS[code];
    this.body = errorBody(code, message, hint, details);
  }
}
