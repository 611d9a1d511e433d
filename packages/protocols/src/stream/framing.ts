import { blankLineBoundary, lineBoundary } from './boundaries.ts';
import { encode, join } from './bytes.ts';
import { parseLine, type Parse } from './parse.ts';
import { sseParser } from './parse-sse.ts';
import type { Boundary } from './split.ts';

const LF = 10;

/** How the events of an answer lie in its bytes. */
export interface Framing {
  /** A new finder of the ends of events. */
  boundary(): Boundary;
  /** A new reader of whole events. */
  parser(): Parse;
  /** The bytes of a last event, with the line end that it came without. */
  terminate(raw: Uint8Array): Uint8Array;
}

/** Server-sent events: OpenAI and Anthropic. */
export const SSE: Framing = {
  boundary: blankLineBoundary,
  parser: sseParser,
  terminate: (raw) => join([raw, encode(raw.at(-1) === LF ? '\n' : '\n\n')]),
};

/** One JSON object a line: Ollama. */
export const NDJSON: Framing = {
  boundary: lineBoundary,
  parser: () => parseLine,
  terminate: (raw) => join([raw, encode('\n')]),
};
