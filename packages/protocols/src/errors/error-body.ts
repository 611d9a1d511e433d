import type { JsonObject } from '../json.ts';
import type { Problem } from './problem.ts';

/** Puts a problem into the shape that the clients of an API look for. */
export type ErrorBody = (problem: Problem) => JsonObject;

/** OpenAI's shape, whose `code` is what clients test. */
export function openaiError(problem: Problem): JsonObject {
  const error = {
    message: sentences(problem),
    type: openaiType(problem.status),
    param: null,
    code: problem.code,
    ...extras(problem),
  };
  return { error };
}

/** Anthropic's shape, whose `error.type` is what clients test. */
export function anthropicError(problem: Problem): JsonObject {
  const error = {
    type: anthropicType(problem.status),
    message: sentences(problem),
    code: problem.code,
    ...extras(problem),
  };
  return { type: 'error', error };
}

/** Ollama's shape: one sentence, the rest beside it. */
export function ollamaError(problem: Problem): JsonObject {
  return { error: sentences(problem), code: problem.code, ...extras(problem) };
}

/** Clients show the message and nothing else, so the hint goes into it as well. */
function sentences({ message, hint }: Problem): string {
  return hint ? `${message} ${hint}` : message;
}

function extras({ hint, retryAfter, details }: Problem): JsonObject {
  return {
    ...(hint && { hint }),
    ...(typeof retryAfter === 'number' && { retry_after_seconds: retryAfter }),
    ...(details && { details }),
  };
}

function openaiType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 404) return 'not_found_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

function anthropicType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 404) return 'not_found_error';
  if (status === 413) return 'request_too_large';
  if (status === 429) return 'rate_limit_error';
  if (status === 503) return 'overloaded_error';
  if (status === 504) return 'timeout_error';
  return status < 500 ? 'invalid_request_error' : 'api_error';
}
