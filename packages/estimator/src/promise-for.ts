import type { Estimate, Promised } from './estimate.ts';

/**
 * After so many windows passed over a job is judged by `last-five`. In a backtest over public job logs the long memory alone
 * let jobs starve: what does not fit is not run, so its history never changes and it never fits.
 */
export const PASSED_OVER_LIMIT = 2;

/**
 * The promise to plan by for a run that has been ready through `passedOver` gaps between windows without being started,
 * for no other reason than that its promise did not fit. It never rises with `passedOver`, and never falls to the median.
 */
export function promiseFor(estimate: Estimate, passedOver: number): Promised {
  return passedOver < PASSED_OVER_LIMIT ? estimate : estimate.lastFive;
}
