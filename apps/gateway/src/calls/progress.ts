import { between, seconds } from '@hearth/words';

import { usualKey } from './arrival.ts';
import type { CallsContext } from './context.ts';
import type { LiveCall } from './live-call.ts';

/**
 * Tells admission for how long a call that runs will go on, which is what other callers are told to come back after. It
 * ends by its cap or its deadline at the latest, and most likely when such calls usually do.
 */
export function tellProgress({ desk, steady, typical }: CallsContext, call: LiveCall): void {
  const { placed, follower, admittedAt, arrival } = call;
  if (placed === null || follower === null || admittedAt === null) return;
  const at = steady();
  const untilDeadline = between(at, placed.deadline);
  const untilCap = (placed.mostTokens - follower.progress.tokens) / placed.rate;
  const usual = typical.of(usualKey(arrival));
  const left = usual === null ? 0 : usual - between(admittedAt, at);
  const longest = Math.max(0, Math.min(untilDeadline, untilCap));
  const remaining = seconds(left > 0 ? Math.min(left, longest) : longest);
  desk.tell({ type: 'progress', call: call.id, remaining });
}
