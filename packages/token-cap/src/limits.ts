import { seconds, tokens, type Seconds, type Tokens } from '@hearth/words';

/**
 * The fewest tokens worth sending a call for: two or three sentences, or one small tool call. Below that the answer is as good as
 * always cut, and the slot was held for nothing; a model that thinks first would not get as far as its first word.
 */
export const DEFAULT_FLOOR: Tokens = tokens(64);

/** A model that thinks for longer than this is not waited for: a call that it would refuse is then cut in its thoughts. */
const MOST_THINKING = 512;

/**
 * The fewest tokens worth sending a call for to a model that thinks so many first: they count like those of the answer,
 * and an answer that is cut before its first word is worth nothing. What is reckoned with has a bound, since a call that
 * is refused teaches nobody how long the model thinks now.
 */
export function floorFor(thinking: Tokens): Tokens {
  return tokens(DEFAULT_FLOOR + Math.min(thinking, MOST_THINKING));
}

/**
 * What an answer needs beside prefill and decoding: the request to be read and put through the template, the last
 * event to reach the caller. A machine in the house does that in well under a second. Errors of the measured rates are not
 * its business: they grow with the length of the answer, and the deadline cuts an answer that they make late.
 */
export const DEFAULT_MARGIN: Seconds = seconds(1);

/**
 * No cap is higher, as servers read it into a signed number of 32 bits and no context is as long. It stands in
 * where the context of a model is not known, so that every cap is a number that a server can read.
 */
export const MOST_TOKENS: Tokens = tokens(2 ** 31 - 1);
