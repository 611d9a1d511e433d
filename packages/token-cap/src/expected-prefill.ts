import { seconds, type Seconds, type Tokens } from '@hearth/words';

/**
 * How long the model will read before its first token: the tokens of the prompt that are not in its cache already, at
 * the measured rate in tokens per second. Servers measure that rate over the tokens that they did read, so cached ones
 * must not be counted.
 *
 * With no rate measured yet it is 0: a guess that is too long would refuse the very call that would measure
 * the rate, while one that is too short only lets the deadline cut one answer.
 */
export function expectedPrefill(
  promptTokens: Tokens,
  cachedTokens: Tokens,
  rate: number | null,
): Seconds {
  const unread = Math.max(0, promptTokens - Math.max(0, cachedTokens));
  return seconds(rate === null || unread === 0 ? 0 : unread / rate);
}
