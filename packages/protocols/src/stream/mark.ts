import type { JsonObject } from '../json.ts';
import type { CutReason } from './dialect.ts';
import type { Tally } from './progress.ts';

/**
 * What hearth says about an answer beyond the words of its API, as `{ hearth: {…} }` to be spread
 * into the last event or the whole answer; empty when there is nothing to say:
 * `cut` why hearth ended it, `reasoning_only` that no word of an answer came, `usage_estimated`
 * that the upstream reported no usage and hearth counted.
 */
export function hearthMark(
  reason: CutReason | null,
  tally: Tally,
  usageEstimated = false,
): { readonly hearth?: JsonObject } {
  const mark = {
    ...(reason !== null && { cut: reason }),
    ...(tally.reasoningOnly && { reasoning_only: true }),
    ...(usageEstimated && { usage_estimated: true }),
  };
  return Object.keys(mark).length === 0 ? {} : { hearth: mark };
}
