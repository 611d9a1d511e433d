/**
 * From the time that a caller has to the most tokens that its answer may have, and why that many.
 *
 * Nothing is remembered from one call to the next: every cap is worked out afresh from the numbers of its own call.
 */
export type { CapInput } from './cap-input.ts';
export { expectedPrefill } from './expected-prefill.ts';
export { DEFAULT_FLOOR, DEFAULT_MARGIN, floorFor, MOST_TOKENS } from './limits.ts';
export { tokenCap, type CapBounds, type CapDecision } from './token-cap.ts';
