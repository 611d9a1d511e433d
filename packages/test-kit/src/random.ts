/** A source of numbers from 0 up to, but not including, 1. */
export type Random = () => number;

/**
 * Random numbers that are the same for the same seed, on every machine: mulberry32, a public domain generator
 * by Tommy Ettinger. Good enough for test data, for nothing else.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
