import type { IncomingHttpHeaders } from 'node:http';
import type { Seconds, Tokens } from '@hearth/words';
import type { Json } from './json.ts';

/**
 * Something that goes wrong with one request. `afterTokens` counts the tokens sent before it strikes: 0 strikes
 * once the headers are out. A request that was asked for in one piece has its tokens counted, but not sent.
 */
export type Fault =
  /** The connection is reset without a byte of an answer. */
  | { readonly kind: 'reset' }
  /** An answer of this status instead of the model's. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: Json | string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** 503 in the words of the API: the model is not in memory yet. */
  | { readonly kind: 'loading' }
  /** The connection is reset in the middle of the answer. */
  | { readonly kind: 'die'; readonly afterTokens: Tokens }
  /** Not a byte more, but the connection stays open. */
  | { readonly kind: 'silent'; readonly afterTokens: Tokens }
  /** The request is read and never answered; the connection stays open. */
  | { readonly kind: 'no-headers' }
  /** All is well, but it begins this much later. */
  | { readonly kind: 'slow-headers'; readonly delay: Seconds }
  /** Bytes that mean nothing, in place of the whole response or of its body alone. */
  | { readonly kind: 'garbage'; readonly instead: 'response' | 'body' }
  /** The body is compressed, although nobody asked for it. */
  | { readonly kind: 'gzip' }
  /** The body comes in chunks of so many bytes: 1 cuts every event and every character outside ASCII. */
  | { readonly kind: 'cut-bytes'; readonly every: number }
  /** A line that never ends, as fast as the peer takes it. */
  | { readonly kind: 'endless-line' }
  /** Status 200, and then an error as the API puts it into a stream. */
  | { readonly kind: 'error-in-stream'; readonly afterTokens: Tokens; readonly message?: string }
  /** The marker of the end comes twice. */
  | { readonly kind: 'two-endings' }
  /** The stream closes in good order after its last token, with no marker of an end. */
  | { readonly kind: 'no-ending' }
  /** The cap of the request is passed over: the answer ends where the model ends it. */
  | { readonly kind: 'no-cap' }
  /** A peer that goes away is not noticed: the answer is generated to its end. */
  | { readonly kind: 'deaf' };

/** The request header that asks for a fault, as JSON. */
const HEADER = 'x-fault';
/** What asks for a fault from inside a prompt: `[[fault {"kind":"die","afterTokens":3}]]`. */
const MARKER = /\[\[fault (\{.*?\})\]\]/;

const KINDS: Readonly<Record<Fault['kind'], true>> = {
  reset: true,
  status: true,
  loading: true,
  die: true,
  silent: true,
  'no-headers': true,
  'slow-headers': true,
  garbage: true,
  gzip: true,
  'cut-bytes': true,
  'endless-line': true,
  'error-in-stream': true,
  'two-endings': true,
  'no-ending': true,
  'no-cap': true,
  deaf: true,
};

/**
 * The fault that a request asks for itself, by the header `x-fault` or by a marker in its prompt; null for none.
 * Throws where that is not JSON or names no fault that there is.
 */
export function readFault(headers: IncomingHttpHeaders, prompt: string): Fault | null {
  const text = headers[HEADER] ?? MARKER.exec(prompt)?.[1];
  if (typeof text !== 'string') return null;
  const fault = JSON.parse(text) as Fault;
  if (!Object.hasOwn(KINDS, fault.kind)) {
    throw new Error(
      `No fault is called "${fault.kind}"; there are ${Object.keys(KINDS).join(', ')}.`,
    );
  }
  return fault;
}
