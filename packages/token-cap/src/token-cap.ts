import { seconds, tokens, type Seconds, type Tokens } from '@hearth/words';
import type { CapInput } from './cap-input.ts';
import { expectedPrefill } from './expected-prefill.ts';
import { MOST_TOKENS } from './limits.ts';
import { noRoom, noTime } from './refuse.ts';

/** The most tokens that each of the three bounds would allow. */
export interface CapBounds {
  /** What can be written in the time; 0 where there is none. */
  readonly time: Tokens;
  /** What the context has left beside the prompt; 0 where the prompt fills it, null where the context is not known. */
  readonly context: Tokens | null;
  /** What the caller asked for; null where it asked for nothing. */
  readonly caller: Tokens | null;
}

/** The cap to send, always a whole number from 1 to `MOST_TOKENS`, and the bound that set it; or why the call is not worth sending. */
export type CapDecision =
  | {
      readonly kind: 'cap';
      readonly cap: Tokens;
      readonly reason: 'time' | 'context' | 'caller';
      readonly bounds: CapBounds;
    }
  | {
      readonly kind: 'refuse';
      /** `context`: the prompt leaves no room for the answer, now or later. `floor`: there is not enough time left. */
      readonly reason: 'floor' | 'context';
      /** A sentence or two for the caller, with the numbers that do not go together and what would mend it. */
      readonly message: string;
      readonly bounds: CapBounds;
    };

/**
 * How many tokens the answer of one call may have.
 *
 * A caller that set no cap gets as many as can be written in its time, so that no forgotten cap holds the slot for
 * hours, and at most what the context has left. A cap that the caller did set is its own decision: it is never raised; time
 * does not lower it, since an answer that turns out short is still whole and one that does not is cut at the
 * deadline; the context does, since servers refuse a sum of prompt and cap that does not fit, by a single token.
 *
 * The call is refused when the floor, or the caller's own cap where that is lower, is out of reach: `context` before
 * `floor`, as waiting or hurrying does not help there.
 *
 * Throws a RangeError for a caller's cap below 1: 0 means different things to different servers and is for the reader
 * of the request to refuse.
 */
export function tokenCap(input: CapInput): CapDecision {
  const { callerCap, context, floor } = input;
  if (callerCap !== null && !(callerCap >= 1)) {
    throw new RangeError(`A cap is 1 token or more, or null for none; this one is ${callerCap}.`);
  }
  const prefill = expectedPrefill(
    input.promptTokens,
    input.cachedTokens ?? tokens(0),
    input.prefillRate,
  );
  const time = whole(timeToWrite(input, prefill) * input.decodeRate);
  const caller = callerCap === null ? null : whole(callerCap);
  const room = context === null ? MOST_TOKENS : whole(context - input.promptTokens);
  const bounds: CapBounds = { time, context: context === null ? null : room, caller };

  const least = tokens(Math.max(1, Math.min(floor, caller ?? floor)));
  if (context !== null && room < least) {
    return { kind: 'refuse', reason: 'context', message: noRoom(input, context, least), bounds };
  }
  if (time < least) {
    return {
      kind: 'refuse',
      reason: 'floor',
      message: noTime(input, prefill, time, least),
      bounds,
    };
  }
  const wish = caller ?? time;
  if (room < wish) return { kind: 'cap', cap: room, reason: 'context', bounds };
  return { kind: 'cap', cap: wish, reason: caller === null ? 'time' : 'caller', bounds };
}

/** What prefill and margin leave of the time: the time in which tokens can be written. */
function timeToWrite({ timeForAnswer, margin }: CapInput, prefill: Seconds): Seconds {
  return seconds(timeForAnswer - prefill - margin);
}

/** A number of tokens that a server can read: rounded down, at least 0, at most {@link MOST_TOKENS}; 0 where it is not a number. */
function whole(value: number): Tokens {
  return tokens(value >= 1 ? Math.min(Math.floor(value), MOST_TOKENS) : 0);
}
