import type { JsonObject } from '../json.ts';

const encoder = new TextEncoder();

/** No bytes at all. */
export const NOTHING: Uint8Array = new Uint8Array(0);

/** Text in UTF-8. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** One event of an SSE stream; `name` becomes its `event:` line. JSON never holds a line break. */
export function sseEvent(data: JsonObject, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** The marker that ends an OpenAI stream. */
export const SSE_DONE = 'data: [DONE]\n\n';

/** The parts as one. */
export function join(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
