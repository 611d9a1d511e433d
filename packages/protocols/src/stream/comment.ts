import { encode } from './bytes.ts';

/** An SSE comment: clients skip it, proxies see life. Each line of the text becomes a line of it. */
export function comment(text: string): Uint8Array {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `: ${line}\n`);
  return encode(`${lines.join('')}\n`);
}
