import type { Api } from './ask.ts';
import type { Json } from './json.ts';
import type { Kind } from './kinds.ts';

/** Why a request gets an error instead of an answer, before it has the shape of an API. */
export interface Refusal {
  readonly status: number;
  /** The server's own word for this kind of error. */
  readonly type: string;
  readonly message: string;
  /** OpenAI's `code`; null where it has none. */
  readonly code?: string;
  /** Further fields of llama.cpp's error. */
  readonly extra?: Json;
}

/** The body of a refusal as this server sends it on this API. */
export function refusalBody(kind: Kind, api: Api, refusal: Refusal): Json {
  const { status, type, message, code = null, extra } = refusal;
  if (api === 'ollama') return { error: message };
  if (api === 'messages') return { type: 'error', error: { type, message, ...extra } };
  if (kind === 'llama.cpp') return { error: { code: status, message, type, ...extra } };
  return { error: { message, type, param: null, code } };
}

/** What every server says while its model is not in memory yet; llama.cpp in these words. */
export const LOADING: Refusal = {
  status: 503,
  type: 'unavailable_error',
  message: 'Loading model',
};
