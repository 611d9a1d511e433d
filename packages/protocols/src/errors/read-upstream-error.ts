import { tokens, type Tokens } from '@hearth/words';
import { asCount, asObject, asSome, asText, parseObject, type JsonObject } from '../json.ts';

/** What kind of trouble an upstream is in, or has with the request. */
export type UpstreamErrorKind =
  /** The prompt, or the prompt and the cap together, do not fit the context. */
  | 'context'
  /** It is still loading a model. */
  | 'loading'
  /** Its own queue is full. */
  | 'busy'
  /** It has no model of that name. */
  | 'model'
  /** It does not know the route: it does not speak this API. */
  | 'route'
  /** It wants another key than it was given. */
  | 'key'
  /** It does not like the request. */
  | 'request'
  /** What came is not what this API sends at all. */
  | 'malformed'
  /** Anything else: it failed. */
  | 'failed';

/** An error of an upstream, as data. */
export interface UpstreamError {
  readonly kind: UpstreamErrorKind;
  /** What the upstream said, or what hearth says of it. */
  readonly message: string;
  /** The word that the upstream has for it; null when it has none. */
  readonly code: string | null;
  /** How many tokens the prompt has by the upstream's own count, where it told. */
  readonly promptTokens: Tokens | null;
  /** The context that the upstream really has, where it told. */
  readonly context: Tokens | null;
}

/** How each server says that a prompt is too long. The first group is the prompt, or the context. */
const TOO_LONG = [
  /maximum context length/i,
  /exceeds? the (?:available |maximum )?context (?:size|length)/i,
  /prompt is (?:longer than the context|too long)/i,
  /when context the overflows|context length (?:of|is) only/i,
  // What vLLM says when the prompt alone fills the context, so that less than nothing is left.
  /max_(?:completion_)?tokens must be at least 1, got -/i,
];
const PROMPT = [
  /prompt contains (?:at least )?(\d+)/i,
  /passed (\d+) input tokens/i,
  /\((\d+) in the (?:messages|prompt)/i,
  /request \((\d+) tokens\)/i,
  /keep the first (\d+) tokens/i,
  /too long: (\d+) tokens/i,
];
const CONTEXT = [
  /maximum context length (?:is|of) (\d+)/i,
  /context size \((\d+) tokens\)/i,
  /context length (?:of|is) only (\d+)/i,
  /> (\d+) maximum/i,
];

/** Reads the body of an upstream's error answer, JSON or not. Never throws. */
export function readUpstreamError(status: number, body: string): UpstreamError {
  const json = parseObject(body);
  if (json !== null) return readErrorObject(status, json);
  const message = body.trim().slice(0, 500);
  return describe(status, message === '' ? `status ${status} without a word` : message, null, {});
}

/** Reads an error that came as JSON, in a body or inside a stream; 200 stands for "in a stream". */
export function readErrorObject(status: number, json: JsonObject): UpstreamError {
  const error = asObject(json['error']) ?? json;
  const message =
    asSome(json['error']) ??
    asSome(error['message']) ??
    asSome(json['detail']) ??
    JSON.stringify(json);
  const own = asCount(error['code']) ?? asCount(error['status_code']);
  const code = asText(error['code']) ?? asText(error['type']);
  return describe(status === 200 ? (own ?? 500) : status, message.slice(0, 2000), code, error);
}

/** An error for bytes that are not what the API sends; `message` says what came instead. */
export function malformed(message: string): UpstreamError {
  return { kind: 'malformed', message, code: null, promptTokens: null, context: null };
}

function describe(
  status: number,
  message: string,
  code: string | null,
  error: JsonObject,
): UpstreamError {
  const promptTokens = asCount(error['n_prompt_tokens']) ?? firstNumber(PROMPT, message);
  const context = asCount(error['n_ctx']) ?? firstNumber(CONTEXT, message);
  return {
    kind: kindOf(status, message, code),
    message,
    code,
    promptTokens: promptTokens === null ? null : tokens(promptTokens),
    context: context === null ? null : tokens(context),
  };
}

function kindOf(status: number, message: string, code: string | null): UpstreamErrorKind {
  const tooLong = code === 'exceed_context_size_error' || code === 'context_length_exceeded';
  if (tooLong || TOO_LONG.some((pattern) => pattern.test(message))) return 'context';
  if (/loading model|model is loading/i.test(message)) return 'loading';
  if (status === 429 || /server busy|overloaded/i.test(message)) return 'busy';
  if (status === 401 || status === 403) return 'key';
  if (status === 404 || status === 405) return /model/i.test(message) ? 'model' : 'route';
  return status >= 400 && status < 500 ? 'request' : 'failed';
}

function firstNumber(patterns: readonly RegExp[], message: string): number | null {
  for (const pattern of patterns) {
    const found = pattern.exec(message)?.[1];
    if (found !== undefined) return Number(found);
  }
  return null;
}
