/** The first step, and the longest, in seconds. A gateway is soon back from an upgrade, so the longest is short. */
const FIRST = 0.5;
const LONGEST = 15;

/**
 * How long to wait after so many failures in a row (at least 1), in seconds: steps that double from half a second
 * to a quarter of a minute, each shortened at random by up to half, so that no two wait alike. `random` is from
 * 0 to 1.
 */
export function backoff(failures: number, random: number): number {
  const step = Math.min(LONGEST, FIRST * 2 ** Math.min(failures - 1, 10));
  return step * (0.5 + random / 2);
}
