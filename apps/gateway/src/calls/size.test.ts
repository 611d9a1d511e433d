import type { Call } from '@hearth/protocols';
import { bytes, seconds, tokens } from '@hearth/words';
import { describe, expect, test } from 'vitest';

import { believe, NO_SAMPLES } from '../machines/rates.ts';
import { isNearContext, leastTime, sizeAgain, sizeOf, type SizeFacts } from './size.ts';

const NOTHING_LEARNT = believe(NO_SAMPLES, true);

function call(length: number, change: Partial<Call> = {}): Call {
  const prompt = { bytes: bytes(length), tokens: tokens(0), images: 0 };
  const plain = { model: null, stream: false, callerCap: null, wantsUsage: true, json: false };
  return { ...plain, thinks: true, choices: 1, prompt, ...change };
}

function facts(change: Partial<SizeFacts> = {}): SizeFacts {
  const rates = { learnt: NOTHING_LEARNT, declaredRate: 10, load: seconds(0) };
  return { call: call(300), time: seconds(101), context: tokens(4096), ...rates, ...change };
}

function capOf(change: Partial<SizeFacts>): unknown {
  const { decision } = sizeOf(facts(change), null);
  return decision.kind === 'cap' ? [decision.cap, decision.reason] : decision.reason;
}

/** The cap of a second try, when the prompt was thought to have so many tokens. */
function again(thought: number, told: number | null): unknown {
  const more = told === null ? null : tokens(told);
  const { decision } = sizeAgain(facts({ time: seconds(900) }), tokens(thought), more);
  return decision.kind === 'cap' ? decision.cap : decision.reason;
}

describe('the cap', () => {
  test('is what can be written in the time, less a second', () => {
    expect(capOf({})).toEqual([1000, 'time']);
  });

  test('goes by the rate that was measured rather than the one that was declared', () => {
    expect(capOf({ learnt: { ...NOTHING_LEARNT, decode: 20 } })).toEqual([2000, 'time']);
  });

  test('leaves the time that reading the prompt takes, and loading the model', () => {
    // 300 bytes are at most 119 tokens by an estimate that errs on the high side.
    const [cap] = capOf({ learnt: { ...NOTHING_LEARNT, prefill: 11.9 } }) as [number];
    expect(cap).toBeGreaterThan(880);
    expect(cap).toBeLessThan(905);
    expect(capOf({ load: seconds(50) })).toEqual([500, 'time']);
  });

  test('is for each of several answers', () => {
    expect(capOf({ call: call(300, { choices: 4 }) })).toEqual([250, 'time']);
  });

  test('of a prompt that fits by the low estimate and not by the high one is what is worth sending', () => {
    expect(capOf({ call: call(12_000), context: tokens(4096) })).toEqual([64, 'context']);
    expect(capOf({ call: call(30_000), context: tokens(4096) })).toBe('context');
  });

  test('goes by the exact count, where there is one', () => {
    const { decision } = sizeOf(facts({ call: call(12_000) }), tokens(3500));
    expect(decision).toMatchObject({ kind: 'cap', cap: 580, reason: 'context' });
  });
});

describe('a machine of which nothing is known', () => {
  const unknown = { declaredRate: null };

  test('is taken to write thirty tokens a second', () => {
    expect(capOf(unknown)).toEqual([3000, 'time']);
  });

  test('is asked in a short time as well, for what is just worth sending', () => {
    expect(capOf({ ...unknown, time: seconds(2) })).toEqual([64, 'time']);
    expect(capOf({ ...unknown, time: seconds(2), call: call(300, { callerCap: tokens(40) }) }))
      // The caller's own number stands.
      .toEqual([40, 'caller']);
    expect(capOf({ ...unknown, time: seconds(1.25) })).toEqual([64, 'time']);
  });

  test('is not asked for what no machine could do', () => {
    expect(capOf({ ...unknown, time: seconds(1.2) })).toBe('floor');
    expect(capOf({ ...unknown, time: seconds(0.5) })).toBe('floor');
    expect(leastTime(facts(unknown))).toBeCloseTo(1 + 64 / 300, 5);
  });

  test('is judged by its rate from the first answer on', () => {
    expect(capOf({ ...unknown, time: seconds(3), learnt: { ...NOTHING_LEARNT, decode: 30 } })).toBe(
      'floor',
    );
  });
});

describe('of a model that thinks first', () => {
  const learnt = { ...NOTHING_LEARNT, thinking: tokens(200) };

  test('a call is refused that would end in its thoughts', () => {
    expect(capOf({ learnt, time: seconds(20) })).toBe('floor');
    expect(capOf({ learnt, time: seconds(28) })).toEqual([270, 'time']);
    expect(leastTime(facts({ learnt }))).toBeCloseTo(1 + 264 / 10, 5);
  });

  test('a call is sent that does not let it, or whose caller has said how much it wants', () => {
    expect(capOf({ learnt, time: seconds(20), call: call(300, { thinks: false }) })).toEqual([
      190,
      'time',
    ]);
    const small = call(300, { callerCap: tokens(100) });
    expect(capOf({ learnt, time: seconds(20), call: small })).toEqual([100, 'caller']);
  });
});

describe('the second size', () => {
  test('leaves half of the room that there seemed to be, or what the machine has told', () => {
    expect(again(3096, null)).toBe(500);
    expect(again(3096, 3097)).toBe(500);
    expect(again(3096, 4000)).toBe(96);
    expect(again(4000, null)).toBe(64);
    expect(again(4000, 4090)).toBe('context');
  });
});

test('the server is asked to count only what may come near its window', () => {
  expect(isNearContext(facts())).toBe(false);
  expect(isNearContext(facts({ call: call(3000) }))).toBe(true);
  const learnt = { ...NOTHING_LEARNT, bytesPerToken: { least: 4, most: 4.4 } };
  expect(isNearContext(facts({ call: call(3000), learnt }))).toBe(false);
  expect(isNearContext(facts({ call: call(3000), context: null }))).toBe(false);
});

test('the least time is that of the fewest tokens worth sending', () => {
  expect(leastTime(facts())).toBeCloseTo(7.4, 5);
  expect(leastTime(facts({ call: call(300, { callerCap: tokens(10) }) }))).toBeCloseTo(2, 5);
});
