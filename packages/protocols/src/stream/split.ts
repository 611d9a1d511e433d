import { join, NOTHING } from './bytes.ts';

/** Finds where events end. It remembers what it saw, so each byte is shown to it once, and of each chunk the first one at 0. */
export interface Boundary {
  /** The index just after the first event that ends at or after `from`; -1 when none ends here. */
  next(chunk: Uint8Array, from: number): number;
}

/** Cuts a stream of bytes into whole events. */
export interface Splitter {
  /** The events that this chunk completes, each with all its bytes, line ends included. */
  push(chunk: Uint8Array): Uint8Array[];
  /** How many bytes wait for the rest of their event. */
  readonly held: number;
  /** The bytes that wait, which are then forgotten. */
  rest(): Uint8Array;
}

/**
 * A splitter over a boundary. Bytes that wait are kept as the pieces that they came in and joined
 * once, so that a long event in small pieces costs no more than its length. An event that lies
 * whole in a chunk is a view of it; only what waits is copied.
 */
export function createSplitter(boundary: Boundary): Splitter {
  let pieces: Uint8Array[] = [];

  const splitter = {
    held: 0,
    rest,
    push(chunk: Uint8Array): Uint8Array[] {
      const events: Uint8Array[] = [];
      let start = 0;
      for (let end = boundary.next(chunk, 0); end !== -1; end = boundary.next(chunk, start)) {
        const part = chunk.subarray(start, end);
        start = end;
        if (splitter.held === 0) {
          events.push(part);
        } else {
          pieces.push(part);
          events.push(rest());
        }
      }
      if (start < chunk.length) {
        pieces.push(chunk.slice(start));
        splitter.held += chunk.length - start;
      }
      return events;
    },
  };

  function rest(): Uint8Array {
    const whole = splitter.held === 0 ? NOTHING : join(pieces);
    pieces = [];
    splitter.held = 0;
    return whole;
  }

  return splitter;
}
