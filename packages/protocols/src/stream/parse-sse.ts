import { createParser } from 'eventsource-parser';
import type { Parse, ParsedEvent } from './parse.ts';

/** One `data:` line and the empty one that ends it, as nearly all events of all APIs are. */
const ONE_LINE = /^data: ?([^\r\n]+)\r?\n\r?\n$/;

/**
 * Reads whole SSE events, of which hearth has already found the ends. The fields of an event (its
 * several `data:` lines, the one space after a colon, `id:`, `retry:`, comments) are read by
 * eventsource-parser, except where there is but one of them. Only the search for the end of an event is hearth's own,
 * because the library takes text and gives none of it back, and hearth passes on the bytes that came.
 */
export function sseParser(): Parse {
  let rest: Parse | null = null;
  return (text) => {
    const data = ONE_LINE.exec(text)?.[1];
    if (data !== undefined) return { data, name: null, comment: false, stray: null };
    rest ??= anyParser();
    return rest(text);
  };
}

function anyParser(): Parse {
  let seen: ParsedEvent = nothing();
  const parser = createParser({
    onEvent: ({ data, event }) => {
      seen = { ...seen, data, name: event ?? null };
    },
    onComment: () => {
      seen = { ...seen, comment: true };
    },
    onError: ({ type, field, value, line }) => {
      if (type !== 'unknown-field') return;
      seen = { ...seen, stray: { field: field ?? '', value: value ?? '', line: line ?? '' } };
    },
  });
  return (text) => {
    seen = nothing();
    parser.feed(text);
    return seen;
  };
}

function nothing(): ParsedEvent {
  return { data: null, name: null, comment: false, stray: null };
}
