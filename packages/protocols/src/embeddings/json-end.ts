const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const SPACE = 0x20;

/** Tells whether the bytes of one JSON object have all come, without keeping them. */
export interface JsonEnd {
  take(chunk: Uint8Array): void;
  /** True once the object is closed. */
  readonly ended: boolean;
  /** True when what came does not begin as an object. */
  readonly broken: boolean;
}

/**
 * Counts braces outside strings. No byte of a longer UTF-8 character looks like one. Vectors are
 * megabytes of digits, so the loop is written for those: nothing that matters outside a string lies
 * below `[`, except a quote.
 */
export function jsonEnd(): JsonEnd {
  let depth = 0;
  let started = false;
  let inString = false;
  let escaped = false;

  /** The index of the first byte that is not white space; the length when there is none. */
  function begin(chunk: Uint8Array): number {
    const at = chunk.findIndex((byte) => byte > SPACE);
    if (at === -1) return chunk.length;
    started = true;
    end.broken = chunk[at] !== OBJECT;
    return at;
  }

  const end = {
    ended: false,
    broken: false,
    take(chunk: Uint8Array): void {
      if (end.ended) return;
      const from = started ? 0 : begin(chunk);
      if (end.broken) return;
      for (let at = from; at < chunk.length; at += 1) {
        const byte = chunk[at] ?? 0;
        if (escaped) {
          escaped = false;
        } else if (inString) {
          if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inString = false;
        } else if (byte === QUOTE) {
          inString = true;
        } else if (byte >= LIST) {
          if (byte === LIST || byte === OBJECT) depth += 1;
          else if (byte === LIST_END || byte === OBJECT_END) depth -= 1;
          end.ended = depth === 0;
          if (end.ended) return;
        }
      }
    },
  };
  return end;
}
