import type { Boundary } from './split.ts';

const LF = 10;
const CR = 13;

/** NDJSON: an event ends with each line feed. */
export function lineBoundary(): Boundary {
  return {
    next(chunk, from) {
      const at = chunk.indexOf(LF, from);
      return at === -1 ? -1 : at + 1;
    },
  };
}

/**
 * SSE: an event ends with an empty line. A line ends with LF, CR or CRLF, in any mixture (the HTML
 * standard, section 9.2.5). After a CR that ends an event, the event waits for one more byte,
 * because a LF would still belong to it: so the cut is at the same place however the bytes arrive.
 */
export function blankLineBoundary(): Boundary {
  let lineIsEmpty = true;
  let afterCr = false;
  let endsAfterCr = false;

  return {
    next(chunk, from) {
      for (let at = from; at < chunk.length; at += 1) {
        const byte = chunk[at];
        if (afterCr) {
          afterCr = false;
          const ends = endsAfterCr;
          endsAfterCr = false;
          if (byte === LF) {
            if (ends) return at + 1;
            continue;
          }
          // The byte belongs to the next event: it is looked at again from the start of that one.
          if (ends) return at;
        }
        if (byte === LF) {
          if (lineIsEmpty) return at + 1;
          lineIsEmpty = true;
        } else if (byte === CR) {
          endsAfterCr = lineIsEmpty;
          lineIsEmpty = true;
          afterCr = true;
        } else {
          lineIsEmpty = false;
        }
      }
      return -1;
    },
  };
}
