import { seconds, tokens } from '@hearth/words';
import { describe, expect, it } from 'vitest';
import { DEFAULT_FLOOR, DEFAULT_MARGIN, MOST_TOKENS } from './limits.ts';
import type { CapInput } from './cap-input.ts';
import { tokenCap, type CapDecision } from './token-cap.ts';

/** A call with two minutes, a prompt of 3,000 tokens, and a machine that reads 300 and writes 13.9 tokens a second. */
function call(more: Partial<Record<keyof CapInput, number | null>> = {}): CapDecision {
  const usual = {
    callerCap: null,
    timeForAnswer: seconds(120),
    promptTokens: tokens(3000),
    prefillRate: 300,
    decodeRate: 13.9,
    context: tokens(32_768),
    floor: DEFAULT_FLOOR,
    margin: DEFAULT_MARGIN,
  };
  return tokenCap({ ...usual, ...more } as CapInput);
}

describe('a caller that sets no cap', () => {
  it('gets what can be written in its time, less prefill and margin', () => {
    // (120 - 3000/300 - 1) s x 13.9 tokens/s = 1515.1
    expect(call()).toEqual({
      kind: 'cap',
      cap: 1515,
      reason: 'time',
      bounds: { time: 1515, context: 29_768, caller: null },
    });
  });

  it('gets more when the model has most of the prompt in its cache', () => {
    expect(call({ cachedTokens: 3000 })).toMatchObject({ cap: 1654, reason: 'time' });
  });

  it('gets what the context has left when that is less', () => {
    expect(call({ context: 4096 })).toMatchObject({ cap: 1096, reason: 'context' });
  });

  it('gets a finite cap from a server that does not tell its context, however long the time', () => {
    const found = call({ context: null, timeForAnswer: 1e12 });
    expect(found).toMatchObject({ cap: MOST_TOKENS, reason: 'time', bounds: { context: null } });
  });
});

describe("a caller's own cap", () => {
  it('is sent as it is', () => {
    expect(call({ callerCap: 200 })).toMatchObject({ cap: 200, reason: 'caller' });
  });

  it('is not lowered for the time: the deadline cuts', () => {
    expect(call({ callerCap: 16_384 })).toMatchObject({
      cap: 16_384,
      reason: 'caller',
      bounds: { time: 1515, caller: 16_384 },
    });
  });

  it('is lowered to what the context has left, to the token', () => {
    const found = call({
      callerCap: 65_535,
      promptTokens: 62_466,
      context: 128_000,
      prefillRate: null,
    });
    expect(found).toMatchObject({ cap: 65_534, reason: 'context' });
    const fits = call({
      callerCap: 65_534,
      promptTokens: 62_466,
      context: 128_000,
      prefillRate: null,
    });
    expect(fits).toMatchObject({ cap: 65_534, reason: 'caller' });
  });

  it('may be as large as the whole window, as lazy defaults are', () => {
    expect(call({ callerCap: 32_768, promptTokens: 12 })).toMatchObject({ cap: 32_756 });
  });

  it('may be under the floor', () => {
    expect(call({ callerCap: 10 })).toMatchObject({ cap: 10, reason: 'caller' });
    expect(call({ callerCap: 1, timeForAnswer: 12 })).toMatchObject({ cap: 1 });
  });

  it('is rounded down when it is not whole', () => {
    expect(call({ callerCap: 100.9 })).toMatchObject({ cap: 100 });
  });

  it.each([0, -1, -2, Number.NaN])(
    'of %d is not one: the reader of the request must say so',
    (callerCap) => {
      expect(() => call({ callerCap })).toThrow(RangeError);
    },
  );
});

describe('a call that is refused', () => {
  it('names prompt, cap and context when the prompt leaves no room', () => {
    const found = call({ callerCap: 4096, promptTokens: 40_000 });
    expect(found).toEqual({
      kind: 'refuse',
      reason: 'context',
      message:
        'The prompt has about 40000 tokens, the cap is 4096, and the context of the model holds 32768 for both: ' +
        'nothing is left for the answer. Shorten the prompt, or load the model with a longer context.',
      bounds: { time: 0, context: 0, caller: 4096 },
    });
  });

  it('says that no cap is set when none is', () => {
    const found = call({ promptTokens: 32_768 });
    expect(found).toMatchObject({ reason: 'context' });
    expect(found).toHaveProperty(
      'message',
      expect.stringContaining('no cap is set (an answer has at least 64)'),
    );
  });

  it('has a context in which not even the floor has room', () => {
    const just = { promptTokens: 32_768 - 64, prefillRate: null };
    expect(call(just)).toMatchObject({ kind: 'cap', cap: 64, reason: 'context' });
    const over = { promptTokens: 32_768 - 63, prefillRate: null };
    const refused = call(over);
    expect(refused).toMatchObject({ kind: 'refuse', reason: 'context' });
    expect(refused).toHaveProperty('message', expect.stringContaining('63 are left'));
    expect(call({ ...over, callerCap: 63 })).toMatchObject({ kind: 'cap', cap: 63 });
  });

  it('has too little time for the floor', () => {
    // 64 tokens take 4.604 s; prefill and margin take 11 s.
    expect(call({ timeForAnswer: 15.61 })).toMatchObject({ kind: 'cap', cap: 64 });
    expect(call({ timeForAnswer: 15.6 })).toEqual({
      kind: 'refuse',
      reason: 'floor',
      message:
        '15.6 s are left for the answer, reading the prompt takes about 10 s, and at 13.9 tokens per second the rest ' +
        'is enough for 63 tokens, where at least 64 are wanted. Allow more time, shorten the prompt, or call when less is waiting.',
      bounds: { time: 63, context: 29_768, caller: null },
    });
  });

  it('has too little time for the floor, whatever larger cap the caller set', () => {
    expect(call({ timeForAnswer: 12, callerCap: 4096 })).toMatchObject({ reason: 'floor' });
    expect(call({ timeForAnswer: 12, callerCap: 20 })).toMatchObject({ reason: 'floor' });
    expect(call({ timeForAnswer: 12, callerCap: 13 })).toMatchObject({ kind: 'cap', cap: 13 });
  });

  it('has no time at all', () => {
    const found = call({ timeForAnswer: -3 });
    expect(found).toMatchObject({ reason: 'floor', bounds: { time: 0 } });
    expect(found).toHaveProperty('message', expect.stringMatching(/^0 s are left/));
  });

  it('would never get its first token from a machine with a rate of 0', () => {
    expect(call({ decodeRate: 0 })).toMatchObject({ reason: 'floor' });
    expect(call({ prefillRate: 0 })).toMatchObject({ reason: 'floor' });
    expect(call({ decodeRate: Number.NaN })).toMatchObject({ reason: 'floor' });
  });
});
