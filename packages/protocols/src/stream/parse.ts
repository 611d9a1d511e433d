/** A line of SSE that none of the standard's fields fits. */
interface StrayLine {
  readonly field: string;
  readonly value: string;
  readonly line: string;
}

/** What the framing of one whole event holds. */
export interface ParsedEvent {
  /** The payload; null when the event has none. */
  readonly data: string | null;
  /** The name of the event, where it has one. */
  readonly name: string | null;
  /** True when there is a comment in it. */
  readonly comment: boolean;
  /** The last line that does not belong to the framing, if there is one. */
  readonly stray: StrayLine | null;
}

/** Reads one whole event, line ends included. */
export type Parse = (text: string) => ParsedEvent;

/** Reads NDJSON, where each line that is not blank is a payload. */
export function parseLine(text: string): ParsedEvent {
  const data = text.trim();
  return { data: data === '' ? null : data, name: null, comment: false, stray: null };
}
