import { createParser } from 'eventsource-parser';
import type { Parse, ParsedEvent } from './parse.ts';

/**
 * Reads whole SSE events, of which hearth has already found the ends. The fields of an event (its
 * several `data:` lines, the one space after a colon, `id:`, `retry:`, comments) are read by
 * eventsource-parser. Only the search for the end of an event is hearth's own, because the library
 * takes text and gives none of it back, and hearth passes on the bytes that came.
 */
export function sseParser(): Parse {
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
