import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../fixtures.test.support.ts';
import { blankLineBoundary, lineBoundary } from './boundaries.ts';
import { encode } from './bytes.ts';
import { sseParser } from './parse-sse.ts';
import { createSplitter, type Boundary } from './split.ts';

function split(boundary: Boundary, pieces: readonly string[]): string[] {
  const splitter = createSplitter(boundary);
  const whole = pieces.flatMap((piece) => splitter.push(encode(piece)).map(decode));
  const rest = decode(splitter.rest());
  return rest === '' ? whole : [...whole, rest];
}

describe('the events of SSE', () => {
  test.each([
    ['data: a\n\ndata: b\n\n', ['data: a\n\n', 'data: b\n\n']],
    ['data: a\r\n\r\ndata: b\r\n\r\n', ['data: a\r\n\r\n', 'data: b\r\n\r\n']],
    ['data: a\r\rdata: b\r\r', ['data: a\r\r', 'data: b\r\r']],
    ['data: a\r\n\ndata: b\n\r\n', ['data: a\r\n\n', 'data: b\n\r\n']],
    ['data: a\n\r\rdata: b', ['data: a\n\r', '\r', 'data: b']],
    ['\n\ndata: a\n\n', ['\n', '\n', 'data: a\n\n']],
    ['data: a\nid: 1\n\n: ping\n\n', ['data: a\nid: 1\n\n', ': ping\n\n']],
  ])('in %j end with an empty line', (text, events) => {
    expect(split(blankLineBoundary(), [text])).toEqual(events);
    expect(split(blankLineBoundary(), text.split(''))).toEqual(events);
  });

  test('say the same, read one by one, as the whole stream read at once, however it is cut', () => {
    const line = fc.constantFrom(
      'data: a',
      'data:b',
      ' data: c',
      'event: e',
      ': ping',
      'id: 1',
      'retry: 5',
      'x',
      '',
      '',
    );
    const ending = fc.constantFrom('\n', '\r\n', '\r');
    const text = fc
      .array(fc.tuple(line, ending), { maxLength: 20 })
      .map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, (stream) => {
        const atOnce: [string, string | null][] = [];
        const parser = createParser({
          onEvent: ({ data, event }) => atOnce.push([data, event ?? null]),
        });
        parser.feed(stream);
        const parse = sseParser();
        const oneByOne = split(blankLineBoundary(), [stream])
          .map((event) => parse(event))
          .flatMap(({ data, name }) => (data === null ? [] : [[data, name]]));
        expect(oneByOne).toEqual(atOnce);
        const whole = split(blankLineBoundary(), [stream]);
        expect(split(blankLineBoundary(), stream.match(/[^]{1,3}/g) ?? [])).toEqual(whole);
      }),
      { numRuns: 500 },
    );
  });
});

test('the events of NDJSON are lines', () => {
  expect(split(lineBoundary(), ['{"a":', '1}\r\n\n{"b"', ':2}'])).toEqual([
    '{"a":1}\r\n',
    '\n',
    '{"b":2}',
  ]);
});
