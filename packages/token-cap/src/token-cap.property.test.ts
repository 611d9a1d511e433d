import { seconds, tokens } from '@hearth/words';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CapInput } from './cap-input.ts';
import { MOST_TOKENS } from './limits.ts';
import { tokenCap } from './token-cap.ts';

const CASES = { numRuns: 3000 };
/** Numbers with one decimal, spread evenly: those of `fc.double` are nearly all too small to matter here. */
function tenths(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10);
}

const count = fc
  .oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 140_000 }))
  .map(tokens);
const rate = fc.oneof(
  { weight: 9, arbitrary: tenths(0, 500) },
  { weight: 1, arbitrary: fc.constant(0) },
);
const callerCap = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 2 ** 40 }));

/** Any call to any machine, the odd ones too: no time, no rate, a prompt longer than the context. */
const anyInput: fc.Arbitrary<CapInput> = fc.record({
  callerCap: fc.option(callerCap.map(tokens)),
  timeForAnswer: tenths(-10, 5000).map(seconds),
  promptTokens: count,
  cachedTokens: count,
  prefillRate: fc.option(rate.map((value) => value * 10)),
  decodeRate: rate,
  context: fc.option(count),
  floor: fc.integer({ min: 0, max: 200 }).map(tokens),
  margin: tenths(0, 10).map(seconds),
});

/** The cap, or 0 where the call is refused: so that "no fewer" also says "not refused where it was not before". */
function sent(input: CapInput): number {
  const decision = tokenCap(input);
  return decision.kind === 'cap' ? decision.cap : 0;
}

function holds(property: (input: CapInput) => void): void {
  fc.assert(fc.property(anyInput, property), CASES);
}

it('is asked about calls of which a good part can be sent', () => {
  const sendable = fc.sample(anyInput, 2000).filter((input) => sent(input) > 0);
  expect(sendable.length).toBeGreaterThan(500);
});

it('sends whole numbers that a server can read, from 1', () => {
  holds((input) => {
    const decision = tokenCap(input);
    const cap = decision.kind === 'cap' ? decision.cap : 1;
    expect(Number.isInteger(cap) && cap >= 1 && cap <= MOST_TOKENS).toBe(true);
  });
});

it('never lets prompt and cap together be more than the context', () => {
  holds((input) => {
    const cap = sent(input);
    expect(cap === 0 || input.promptTokens + cap <= (input.context ?? Infinity)).toBe(true);
  });
});

it("never raises a caller's cap, and lowers it to nothing but what the context has left", () => {
  holds((input) => {
    const { callerCap: asked, context, promptTokens } = input;
    const cap = sent(input);
    fc.pre(cap > 0 && asked !== null);
    const room = context === null ? MOST_TOKENS : context - promptTokens;
    expect(cap).toBe(Math.min(asked, room));
  });
});

it('never lets an answer without a cap of its own outlast its time', () => {
  holds((input) => {
    const cap = sent(input);
    fc.pre(cap > 0 && input.callerCap === null);
    const unread = Math.max(0, input.promptTokens - (input.cachedTokens ?? 0));
    const prefill = input.prefillRate === null || unread === 0 ? 0 : unread / input.prefillRate;
    const took = prefill + cap / input.decodeRate + input.margin;
    expect(took).toBeLessThanOrEqual(input.timeForAnswer + 1e-6);
  });
});

it('names the bound that set the cap, and refuses only what is under the floor and under what was asked for', () => {
  holds((input) => {
    const decision = tokenCap(input);
    const { time, context, caller } = decision.bounds;
    const bounds = { time, context: context ?? MOST_TOKENS, caller: caller ?? MOST_TOKENS };
    const least = Math.max(1, Math.min(input.floor, bounds.caller));
    const named = bounds[decision.reason === 'floor' ? 'time' : decision.reason];
    expect(decision.kind === 'cap' ? named : named < least).toBe(
      decision.kind === 'cap' ? sent(input) : true,
    );
    const enough = Math.min(time, bounds.context) >= least;
    expect(decision.kind === 'cap').toBe(enough);
  });
});

it('gives no less for more time, a longer context, a faster machine, or a fuller cache', () => {
  const factor = tenths(1, 10);
  fc.assert(
    fc.property(anyInput, factor, (input, more) => {
      const before = sent(input);
      const { timeForAnswer: time, context, prefillRate, cachedTokens } = input;
      const better: Partial<CapInput>[] = [
        { timeForAnswer: seconds(time + more * 100) },
        { context: context === null ? null : tokens(Math.ceil(context * more)) },
        { context: null },
        { decodeRate: input.decodeRate * more },
        { prefillRate: prefillRate === null ? null : prefillRate * more },
        { cachedTokens: tokens(Math.ceil((cachedTokens ?? 0) * more)) },
        { floor: tokens(0) },
        { margin: seconds(0) },
      ];
      for (const change of better) {
        expect(sent({ ...input, ...change })).toBeGreaterThanOrEqual(before);
      }
    }),
    CASES,
  );
});

it('gives no more for a longer prompt', () => {
  fc.assert(
    fc.property(anyInput, count, (input, more) => {
      const longer = { ...input, promptTokens: tokens(input.promptTokens + more) };
      expect(sent(longer)).toBeLessThanOrEqual(sent(input));
    }),
    CASES,
  );
});

it('answers the same to the same numbers: nothing is left behind by the call before', () => {
  fc.assert(
    fc.property(anyInput, anyInput, (first, second) => {
      const fresh = tokenCap(second);
      tokenCap(first);
      expect(tokenCap(second)).toEqual(fresh);
    }),
    { numRuns: 300 },
  );
});
