import type { ErrorBody, ErrorCode } from '@hearth/wire';

/**
 * The codes of the gateway's own errors, and three that only a caller can see: nothing answers there, it took
 * too long, or what came back is not what hearth's API answers.
 */
export type HearthErrorCode = ErrorCode | 'unreachable' | 'timed_out' | 'unexpected_answer';

/** What a {@link HearthError} is made of. */
export interface HearthErrorParts {
  readonly code: HearthErrorCode;
  readonly status: number | null;
  readonly message: string;
  readonly hint: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * The one error of this client. A program decides by `code`; a person reads `message` and `hint`. A request
 * that its caller aborts rejects with the reason of the caller's signal instead.
 */
export class HearthError extends Error {
  override readonly name = 'HearthError';
  /** Stable; what a program decides by. */
  readonly code: HearthErrorCode;
  /** The status of the answer; null where there was none. */
  readonly status: number | null;
  /** What would mend it; null where there is nothing to say. */
  readonly hint: string | null;
  /** Particulars, by the code. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(parts: HearthErrorParts) {
    super(parts.message, { cause: parts.cause });
    this.code = parts.code;
    this.status = parts.status;
    this.hint = parts.hint;
    this.details = parts.details;
  }
}

/** The error that the gateway itself reported. */
export function reported(status: number, { error }: ErrorBody): HearthError {
  return new HearthError({ ...error, status });
}

/** Nothing answers at this address. */
export function unreachable(url: string, cause: unknown): HearthError {
  return new HearthError({
    code: 'unreachable',
    status: null,
    message: `no hearth gateway answers at ${url}`,
    hint: 'start one with "hearth gateway", or name the right address with --url or HEARTH_URL',
    details: { url, reason: reason(cause) },
    cause,
  });
}

/** The gateway took the request and has not answered within the time that this client gives it. */
export function timedOut(url: string, milliseconds: number): HearthError {
  return new HearthError({
    code: 'timed_out',
    status: null,
    message: `the gateway at ${url} has not answered within ${milliseconds / 1000} s`,
    hint: 'it may be busy or stuck: look at its log',
    details: { url, timeout_seconds: milliseconds / 1000 },
  });
}

/** Something answered, and it was not what hearth's API answers. */
export function unexpected(
  url: string,
  status: number,
  what: string,
  details: Readonly<Record<string, unknown>> = {},
): HearthError {
  return new HearthError({
    code: 'unexpected_answer',
    status,
    message: `what answers at ${url} does not speak this version of hearth's API: ${what}`,
    hint: 'check that the address is that of a hearth gateway, and that it is of the same version',
    details: { url, ...details },
  });
}

/** The innermost cause of a failed request, which is where the system's own word is: `ECONNREFUSED`. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reason(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
