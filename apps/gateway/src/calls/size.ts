import { estimatePrompt, type Call } from '@hearth/protocols';
import {
  DEFAULT_MARGIN,
  expectedPrefill,
  floorFor,
  tokenCap,
  type CapDecision,
} from '@hearth/token-cap';
import { seconds, tokens, type Seconds, type Tokens } from '@hearth/words';

import type { Learnt } from '../machines/rates.ts';

/**
 * Tokens a second of a machine that was never measured and of which the operator said nothing. Rather too many: a guess
 * that is too high lets the deadline cut one answer, one that is too low cuts an answer that had time.
 */
const GUESSED_RATE = 30;
/**
 * The most that a small model on a large card writes. A machine that was never measured may be as fast: what only a
 * slower one could not do in time is sent, since it is the call that measures it, and the deadline cuts what was too much.
 */
const FASTEST = 300;
/** Bytes that make a token of a prompt until that was measured: prose of most languages lies between. */
const GUESSED_BYTES = { least: 3, most: 4.5 };
/** From this share of the context on an estimate is not good enough, where the server can count. */
const NEAR = 0.6;
/** What a count may miss: the words that begin the answer. */
const SLACK = tokens(16);
/** How much more than by the learnt ratio a prompt may have. */
const SURPLUS = 1.03;
/** The estimate for an image, as in `estimatePrompt`; the servers' own counters leave them out. */
const TOKENS_PER_IMAGE = 1300;

/** What is known of a call as it is about to be sent to a machine. */
export interface SizeFacts {
  readonly call: Call;
  /** From now until the answer must be whole. */
  readonly time: Seconds;
  /** Prompt and answer together; null while nobody knows. */
  readonly context: Tokens | null;
  readonly learnt: Learnt;
  /** The operator's guess of the rate; null where there is none. */
  readonly declaredRate: number | null;
  /** How long the model has to be loaded first. */
  readonly load: Seconds;
}

/** How large an answer may be, and what that was worked out from. */
export interface Size {
  readonly decision: CapDecision;
  readonly promptTokens: Tokens;
  /** Tokens written a second, for each of the answers that were asked for. */
  readonly rate: number;
  /** How long the prompt takes to be read. */
  readonly prefill: Seconds;
}

/** True where the prompt may come near the context, so that it is worth asking the server for its exact size. */
export function isNearContext({ call, context, learnt }: SizeFacts): boolean {
  if (context === null) return false;
  // Some tokenizers know no word of a language and take a token for every byte: until it is learnt, that may be so.
  const least = learnt.bytesPerToken?.least ?? 1;
  return generous(estimatePrompt(call, least)) + leastOf({ call, learnt }) > context * NEAR;
}

/** The size by the server's own count, where it gave one, else by an estimate. */
export function sizeOf(facts: SizeFacts, counted: Tokens | null): Size {
  const { call, context } = facts;
  if (counted !== null) {
    return sizeFor(facts, tokens(counted + SLACK + call.prompt.images * TOKENS_PER_IMAGE));
  }
  const { least, most } = facts.learnt.bytesPerToken ?? GUESSED_BYTES;
  const many = generous(estimatePrompt(call, least));
  const size = sizeFor(facts, many);
  if (context === null || size.decision.kind === 'cap' || size.decision.reason !== 'context') {
    return size;
  }
  // By the high estimate it does not fit. Only what does not fit by the low one either is refused.
  const few = estimatePrompt(call, most);
  const low = sizeFor(facts, few);
  if (low.decision.kind === 'refuse') return low;
  return sizeFor(facts, tokens(Math.min(many, Math.max(few, context - leastOf(facts)))));
}

/**
 * The size for a second try, after the machine refused the sum of prompt and cap: there is more in the prompt than was
 * thought, such as the words that the model's template puts around it. Half of the room that there seemed to be is left
 * for that. `told` is what the machine said of the prompt, where it did; it may be too little, as vLLM stops to count as
 * soon as it knows that a sum is too much.
 */
export function sizeAgain(facts: SizeFacts, thought: Tokens, told: Tokens | null): Size {
  const { context } = facts;
  const room = Math.max(leastOf(facts), Math.floor(((context ?? 0) - thought) / 2));
  return sizeFor(facts, tokens(Math.max(thought, told ?? 0, (context ?? 0) - room)));
}

/** The least time in which an answer worth sending can be had; what a caller must at least allow. */
export function leastTime(facts: Omit<SizeFacts, 'time' | 'context' | 'load'>): Seconds {
  const { call, learnt } = facts;
  const rate = isGuess(facts) ? FASTEST / Math.max(1, call.choices) : rateOf(facts);
  const few = estimatePrompt(call, (learnt.bytesPerToken ?? GUESSED_BYTES).most);
  const prefill = expectedPrefill(few, tokens(0), learnt.prefill);
  return seconds(DEFAULT_MARGIN + prefill + leastOf(facts) / rate);
}

/** A prompt is never just like those that the ratio was learnt from: some servers refuse a sum by a single token. */
function generous(estimate: Tokens): Tokens {
  return tokens(Math.ceil(estimate * SURPLUS) + SLACK);
}

function sizeFor(facts: SizeFacts, promptTokens: Tokens): Size {
  const { call, time, context, learnt, load } = facts;
  const rate = rateOf(facts);
  const prefill = expectedPrefill(promptTokens, tokens(0), learnt.prefill);
  const toWrite = seconds(time - load - prefill - DEFAULT_MARGIN);
  const decision = tokenCap({
    callerCap: call.callerCap,
    timeForAnswer: seconds(time - load),
    promptTokens,
    prefillRate: learnt.prefill,
    decodeRate: isGuess(facts) ? hopeful(rate, leastOf(facts), toWrite, call) : rate,
    context,
    floor: floorOf(facts),
    margin: DEFAULT_MARGIN,
  });
  return { decision, promptTokens, rate, prefill };
}

type RateFacts = Pick<SizeFacts, 'call' | 'learnt' | 'declaredRate'>;

/** Several answers to one prompt share the machine. */
function rateOf({ call, learnt, declaredRate }: RateFacts): number {
  return (learnt.decode ?? declaredRate ?? GUESSED_RATE) / Math.max(1, call.choices);
}

/** True where neither the machine nor the operator has said how fast it is. */
function isGuess({ learnt, declaredRate }: Omit<RateFacts, 'call'>): boolean {
  return learnt.decode === null && declaredRate === null;
}

/** The guess, raised so far that what is worth sending can be had in the time, if any machine could do that. */
function hopeful(guess: number, least: number, time: Seconds, { choices }: Call): number {
  // Half a token more, so that no rounding makes it one less.
  const needed = time > 0 ? (least + 0.5) / time : Infinity;
  return needed <= FASTEST / Math.max(1, choices) ? Math.max(guess, needed) : guess;
}

type FloorFacts = Pick<SizeFacts, 'call' | 'learnt'>;

/** The fewest tokens of an answer that are worth sending a call for, where its caller has no opinion. */
function floorOf({ call, learnt }: FloorFacts): Tokens {
  return floorFor(call.thinks ? learnt.thinking : tokens(0));
}

/** The fewest that are worth sending this call for. */
function leastOf(facts: FloorFacts): number {
  const floor = floorOf(facts);
  return Math.min(floor, facts.call.callerCap ?? floor);
}
