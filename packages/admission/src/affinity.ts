import { between, type Instant } from '@hearth/words';

import type { WaitingCall } from './call.ts';
import type { Contender } from './contest.ts';
import type { AdmissionRules } from './rules.ts';

/** Which call of one sub-caller goes, and which older ones of it that passes over. */
export interface Pick {
  readonly contender: Contender;
  readonly passedOver: readonly WaitingCall[];
}

/**
 * Of the calls of one sub-caller, the oldest first, takes one for the loaded model before the older ones
 * for other models, since a swap of models takes as long as many an answer. No call is passed over like
 * that more often than the rules say, nor for longer after the first time: then the oldest goes.
 */
export function pickByModel(
  calls: readonly Contender[],
  now: Instant,
  rules: AdmissionRules,
): Pick | null {
  const [oldest] = calls;
  if (oldest === undefined) return null;

  const index = calls.findIndex((one) => one.fit.kind === 'runs');
  const loaded = calls[index];
  const passedOver = calls.slice(0, Math.max(0, index)).map((one) => one.waiting);
  if (loaded === undefined || passedOver.some((one) => hasHadEnough(one, now, rules))) {
    return { contender: oldest, passedOver: [] };
  }
  return { contender: loaded, passedOver };
}

/** Notes that these were passed over once more. */
export function notePassedOver(passedOver: readonly WaitingCall[], now: Instant): void {
  for (const one of passedOver) {
    one.passedOver += 1;
    one.passedOverSince ??= now;
  }
}

function hasHadEnough(one: WaitingCall, now: Instant, rules: AdmissionRules): boolean {
  if (one.passedOver >= rules.affinityCalls) return true;
  return one.passedOverSince !== null && between(one.passedOverSince, now) >= rules.affinityTime;
}
