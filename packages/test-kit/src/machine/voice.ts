import type { Instant, Seconds, Tokens } from '@hearth/words';
import type { Token } from './generate.ts';
import type { Json } from './json.ts';
import type { Kind } from './kinds.ts';
import type { Part } from './plan.ts';

/** What is fixed of an answer before its first token. */
export interface Scene {
  readonly kind: Kind;
  /** A number that no other answer of the machine has; the ids are made of it. */
  readonly id: number;
  readonly at: Instant;
  readonly model: string;
  readonly promptTokens: Tokens;
  /** The name of the tool that the answer calls, where it calls one. */
  readonly tool: string | null;
}

/** How a generation went. */
export interface Result {
  readonly reason: 'stop' | 'length' | 'tool_calls';
  readonly promptTokens: Tokens;
  readonly tokens: Tokens;
  readonly thinkingTokens: Tokens;
  /** All that was said, part by part. */
  readonly said: Readonly<Record<Part, string>>;
  readonly loading: Seconds;
  readonly prefill: Seconds;
  readonly decode: Seconds;
}

/** How one API says an answer. The strings are whole events, ready to be written. */
export interface Voice {
  readonly mediaType: 'text/event-stream' | 'application/x-ndjson';
  /** What a stream begins with, before the first token. */
  open(): string;
  token(token: Token): string;
  /** The marker by which the API says that the answer is over, and why. */
  ending(result: Result): string;
  /** What comes after that marker. */
  tail(result: Result): string;
  /** An error inside a stream that has begun. */
  failure(message: string): string;
  /** The answer in one piece, for who asked for no stream. */
  whole(result: Result): Json;
}

/** One server-sent event; Anthropic's and the Responses API name theirs. */
export function sse(data: Json | string, event?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`;
}

/** One line of newline-delimited JSON. */
export function line(data: Json): string {
  return `${JSON.stringify(data)}\n`;
}

const nothing = (): string => '';

/** The voice of what is never streamed. */
export function inOnePiece(whole: (result: Result) => Json): Voice {
  return {
    mediaType: 'application/x-ndjson',
    open: nothing,
    token: nothing,
    ending: nothing,
    tail: nothing,
    failure: (message) => line({ error: message }),
    whole,
  };
}

/** The whole seconds since the Unix epoch, as OpenAI's `created`. */
export function unixSeconds(at: Instant): number {
  return Math.floor(at / 1000);
}
