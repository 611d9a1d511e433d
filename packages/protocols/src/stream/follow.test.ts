import { bytes, tokens } from '@hearth/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decode,
  FIXTURES,
  followerAt,
  readFixture,
  sent,
  type Fixture,
} from '../fixtures.test.support.ts';
import { encode, join } from './bytes.ts';
import type { FollowedEvent } from './follower.ts';

const CHAT = '/v1/chat/completions';

/** Everything that can be told of a stream that came in these chunks. */
function follow(fixture: Fixture, chunks: readonly Uint8Array[], wantsUsage = true) {
  const follower = followerAt(fixture.path, { ...fixture.options, wantsUsage });
  const pushed = chunks.flatMap((piece) => follower.push(piece));
  const end = follower.end();
  const events = [...pushed, ...end.events];
  const { complete, progress } = follower;
  const seen = events.map(
    ({ kind, verdict, raw, out }) => `${kind} ${verdict} ${decode(raw)}|${decode(out)}`,
  );
  return {
    events,
    closing: decode(end.closing),
    complete,
    progress,
    seen,
    answer: follower.assemble(null),
  };
}

/** The part that must not depend on how the bytes were cut. */
function essence({ seen, closing, complete, progress, answer }: ReturnType<typeof follow>) {
  const {
    tokens: written,
    tokensFrom,
    usage,
    timings,
    finishReason,
    truncated,
    reasoningOnly,
  } = progress;
  return {
    seen,
    closing,
    complete,
    written,
    tokensFrom,
    usage,
    timings,
    finishReason,
    truncated,
    reasoningOnly,
    answer,
  };
}

function kindsOf(events: readonly FollowedEvent[]): string {
  const telling = events.filter(({ kind }) => kind !== 'other' && kind !== 'comment');
  return telling.map(({ kind }) => kind).join(' ');
}

function cutAt(whole: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...[...places].sort((a, b) => a - b), whole.length];
  return cuts.slice(1).map((end, at) => whole.subarray(cuts[at], end));
}

describe.each(FIXTURES)('$file', (fixture) => {
  const whole = readFixture(fixture.file);
  const expected = essence(follow(fixture, [whole]));

  test('is followed to its end', () => {
    const { events, complete, progress } = follow(fixture, [whole]);
    expect(kindsOf(events)).toBe(fixture.kinds);
    expect(complete).toBe(true);
    expect(progress.tokens).toBe(fixture.tokens);
    expect(progress.usage.prompt).toBe(fixture.prompt);
    expect(progress.finishReason).toBe(fixture.finish);
    expect(progress.truncated).toBe(fixture.truncated);
    expect(progress.firstToken).toBe(true);
    expect(progress.reasoningOnly).toBe(false);
    expect(progress.error).toBeNull();
  });

  test('gives back all its bytes', () => {
    const { events } = follow(fixture, [whole]);
    expect(decode(join(events.map(({ raw }) => raw)))).toBe(decode(whole));
  });

  test('is the same in chunks of one byte', () => {
    expect(essence(follow(fixture, cutAt(whole, [...whole.keys()])))).toEqual(expected);
  });

  test('is the same cut in two at any byte', () => {
    for (const place of whole.keys()) {
      const got = essence(follow(fixture, cutAt(whole, [place])));
      expect(got, `cut at ${place}`).toEqual(expected);
    }
  });

  test('is the same cut anywhere', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 20 }), (places) => {
        expect(essence(follow(fixture, cutAt(whole, places)))).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  test('is not complete when it ends before its terminal event', () => {
    const { events } = follow(fixture, [whole]);
    const last = events.findLastIndex(({ kind }) => kind === 'terminal');
    const stump = join(events.slice(0, last).map(({ raw }) => raw));
    const torn = events[last]?.raw.subarray(0, -20) ?? stump;
    for (const chunks of [[stump], [stump, torn]]) {
      const { complete, closing, events: got } = follow(fixture, chunks);
      expect(complete).toBe(false);
      expect(closing).toBe('');
      expect(kindsOf(got)).not.toMatch(/error/);
    }
  });
});

describe('a usage chunk', () => {
  test.each(FIXTURES.filter(({ kinds }) => kinds.includes('usage')))(
    'of $file is dropped for a caller that did not ask for it, and nothing else is',
    (fixture) => {
      const { events, progress } = follow(fixture, [readFixture(fixture.file)], false);
      expect(events.filter(({ verdict }) => verdict === 'drop').map(({ kind }) => kind)).toEqual([
        'usage',
      ]);
      expect(progress.tokens).toBe(fixture.tokens);
      expect(sent(events)).not.toContain('"choices":[]');
    },
  );
});

/** One chunk of a chat, with its delta and its finish reason as JSON. */
function chunk(delta: string, finish = 'null'): string {
  return `data: {"id":"c","choices":[{"index":0,"delta":${delta},"finish_reason":${finish}}]}\n\n`;
}

/** Feeds texts to a new follower of a chat. */
function feed(...texts: string[]) {
  const follower = followerAt(CHAT, { wantsUsage: false });
  const events = texts.flatMap((text) => [...follower.push(encode(text))]);
  return { follower, events };
}

describe('a stream of another making', () => {
  test('may leave out the done marker, which is then added', () => {
    const { follower } = feed(chunk('{"content":"a"}'), chunk('{}', '"stop"'));
    const { complete, closing } = follower.end();
    expect(complete).toBe(true);
    expect(decode(closing)).toBe('data: [DONE]\n\n');
  });

  test('may end without a last line end, which is then added', () => {
    const { follower } = feed(chunk('{"content":"a"}'), chunk('{}', '"stop"').trimEnd());
    const { complete, events } = follower.end();
    expect(complete).toBe(true);
    expect(events[0]?.verdict).toBe('replace');
    expect(decode(events[0]?.out ?? encode(''))).toBe(chunk('{}', '"stop"'));
    expect(decode(events[0]?.raw ?? encode(''))).toBe(chunk('{}', '"stop"').trimEnd());
  });

  test('has lines that end with CR, multi-line data, fields and comments of all kinds', () => {
    const text =
      ': a\rretry: 10\rid: 7\revent: message\rdata: {"id":"c","choices":[{"index":0,\rdata: "delta":{"content":"ü"}}]}\r\r: only a comment\r\r';
    const { follower, events } = feed(text, 'data:[DONE]\r\r');
    expect(events.map(({ kind }) => kind)).toEqual(['content', 'comment']);
    expect(follower.progress.tokens).toBe(1);
    const rest = follower.end();
    expect(rest.events.map(({ kind }) => kind)).toEqual(['done']);
    expect(rest.complete).toBe(false);
  });

  test('says done without a finish reason: the marker is held back and the answer is not complete', () => {
    const { follower, events } = feed(chunk('{"content":"a"}'), 'data: [DONE]\n\n');
    expect(events[1]).toMatchObject({ kind: 'done', verdict: 'drop' });
    expect(follower.end().complete).toBe(false);
  });

  test('was cut first and finishes otherwise then: it stays cut', () => {
    const { follower } = feed(chunk('{"content":"a"}', '"length"'), chunk('{}', '"stop"'));
    expect(follower.progress).toMatchObject({ finishReason: 'length', truncated: true });
    expect(follower.assemble(null)).toMatchObject({ choices: [{ finish_reason: 'length' }] });
  });

  test('finishes twice: the first reason stands', () => {
    const { follower } = feed(chunk('{"content":"a"}', '"tool_calls"'), chunk('{}', '"stop"'));
    expect(follower.progress.finishReason).toBe('tool_calls');
    expect(follower.assemble(null)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] });
    expect(follower.end().complete).toBe(true);
  });

  test('finishes twice: a cut is believed whenever it comes', () => {
    const { follower } = feed(chunk('{"content":"a"}', '"stop"'), chunk('{}', '"length"'));
    expect(follower.progress).toMatchObject({ finishReason: 'length', truncated: true });
    expect(follower.assemble(null)).toMatchObject({ choices: [{ finish_reason: 'length' }] });
  });

  test('goes on after its done marker: the caller gets no more of it', () => {
    const { events } = feed(
      chunk('{"content":"a"}', '"stop"'),
      'data: [DONE]\n\n',
      chunk('{"content":"b"}'),
      'data: [DONE]\n\n',
    );
    expect(events.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'drop', 'drop']);
  });

  test('is followed by garbage after its done marker: the answer is complete all the same', () => {
    const { follower, events } = feed(chunk('{}', '"stop"'), 'data: [DONE]\n\n', 'data: {oops\n\n');
    expect(events.at(-1)).toMatchObject({ verdict: 'drop' });
    expect(follower.end()).toMatchObject({ complete: true, closing: encode('') });
  });

  test('sends "data: null", which no client understands: it is dropped', () => {
    expect(feed('data: null\n\n').events[0]).toMatchObject({ kind: 'other', verdict: 'drop' });
  });

  test('sends empty lines and lonely fields: they pass', () => {
    const { events } = feed('\n\n', 'id: 4\n\n', 'data:\n\n', 'unknown: field\n\n');
    expect(events.every(({ kind, verdict }) => kind === 'other' && verdict === 'pass')).toBe(true);
  });

  test('begins with a byte order mark', () => {
    const { events } = feed(`\uFEFF${chunk('{"content":"a"}')}`);
    expect(events.map(({ kind }) => kind)).toEqual(['content']);
  });

  test('has only reasoning so far', () => {
    const { follower } = feed(chunk('{"reasoning_content":"hm","content":""}'));
    expect(follower.progress).toMatchObject({ firstToken: true, reasoningOnly: true });
    follower.push(encode(chunk('{"content":"so"}')));
    expect(follower.progress.reasoningOnly).toBe(false);
  });

  test('reports tokens on the way: later deltas are counted on top', () => {
    const timed = chunk('{"content":"a"}').replace(
      '}\n\n',
      ',"timings":{"cache_n":3,"prompt_n":4,"predicted_n":6}}\n\n',
    );
    const { follower } = feed(chunk('{"content":"a"}'), timed, chunk('{"content":"b"}'));
    expect(follower.progress).toMatchObject({
      tokens: 7,
      tokensFrom: 'counted',
      usage: { prompt: 7, cached: 3 },
    });
  });
});

describe('an error in a stream', () => {
  const only = (text: string, path = CHAT) => {
    const follower = followerAt(path);
    const events = follower.push(encode(text));
    return { follower, event: events[0] };
  };

  test('passes as it came where the client of the API sees it as one', () => {
    const text =
      'data: {"error":{"message":"ctx","code":400,"type":"exceed_context_size_error","n_prompt_tokens":9,"n_ctx":8}}\n\n';
    const { follower, event } = only(text);
    expect(event).toMatchObject({
      kind: 'error',
      verdict: 'pass',
      error: { kind: 'context', promptTokens: 9, context: 8 },
    });
    expect(follower.end().complete).toBe(false);
    expect(follower.progress.error?.kind).toBe('context');
  });

  test('spoils an answer that had its terminal event', () => {
    const { follower } = only(
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: {"error":{"message":"late"}}\n\n',
    );
    expect(follower.end()).toMatchObject({ complete: false });
  });

  test.each([
    [
      'as an "error:" field',
      'error: {"code":500,"message":"kv cache is full"}\n\n',
      'kv cache is full',
    ],
    ['without any framing', '{"error":"kv cache is full"}\n\n', 'kv cache is full'],
    ['as text that is not JSON', 'data: {"choi\n\n', 'not JSON'],
    ['as JSON that is no object', 'data: 17\n\n', 'no object'],
    ['as a page of HTML', '<html><body>Bad gateway</body></html>\n\n', 'no event stream'],
  ])('%s is worded anew in the form of the API', (_how, text, said) => {
    const { event } = only(text);
    expect(event).toMatchObject({ kind: 'error', verdict: 'replace' });
    const error = JSON.parse(decode(event?.out ?? encode('')).replace('data: ', '')) as unknown;
    expect(error).toMatchObject({ error: { code: 'upstream_error', type: 'server_error' } });
    expect(JSON.stringify(error)).toContain(said);
  });

  test('in a line of Ollama passes as it is', () => {
    const { event } = only('{"error":"llama runner has stopped"}\n', '/api/chat');
    expect(event).toMatchObject({
      kind: 'error',
      verdict: 'pass',
      error: { message: 'llama runner has stopped' },
    });
  });

  test('is compressed bytes, wherever they are cut', () => {
    const follower = followerAt(CHAT);
    expect(follower.push(new Uint8Array([0x1f]))).toEqual([]);
    const [event] = follower.push(new Uint8Array([0x8b, 8, 0]));
    expect(event).toMatchObject({
      kind: 'error',
      verdict: 'replace',
      error: { kind: 'malformed' },
    });
    expect(event?.raw).toEqual(new Uint8Array([0x1f, 0x8b, 8, 0]));
    expect(follower.push(encode('data: {}\n\n'))).toEqual([]);
  });

  test.each([CHAT, '/api/generate'])('is an event without end, at %s', (path) => {
    const follower = followerAt(path, { limit: bytes(1000) });
    const events = Array.from({ length: 30 }, () =>
      follower.push(encode('{"x":"'.padEnd(50, 'x'))),
    ).flat();
    expect(events.map(({ kind }) => kind)).toEqual(['error']);
    expect(events[0]?.error?.message).toContain('1000 bytes');
    expect(follower.end()).toMatchObject({ complete: false, events: [] });
  });
});

test('a follower that keeps no answer cannot assemble one', () => {
  const follower = followerAt(CHAT, { assemble: false, cap: tokens(4) });
  expect(() => follower.assemble(null)).toThrow('keep no answer');
});
