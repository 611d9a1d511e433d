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
 * for other models, since a swap of models takes as long as many an answer; and of these one that is over
 * in no time, such as an embedding, before longer ones, which hardly notice it. No call is passed over like
 * that more often than the rules say, nor for longer after the first time: then the oldest goes.
 */
export function pickInside(
  calls: readonly Contender[],
  now: Instant,
  rules: AdmissionRules,
): Pick | null {
  const [oldest] = calls;
  if (oldest === undefined) return null;

  const isQuick = (one: Contender): boolean => one.waiting.call.expected <= rules.quick;
  return (
    pickFirst(calls, (one) => isLoaded(one) && isQuick(one), now, rules) ??
    pickFirst(calls, isLoaded, now, rules) ?? { contender: oldest, passedOver: [] }
  );
}

function isLoaded({ fit }: Contender): boolean {
  return fit.kind === 'runs';
}

/** The first call of that kind, unless there is none or an older one has been passed over enough. */
function pickFirst(
  calls: readonly Contender[],
  isWanted: (one: Contender) => boolean,
  now: Instant,
  rules: AdmissionRules,
): Pick | null {
  const index = calls.findIndex(isWanted);
  const contender = calls[index];
  if (contender === undefined) return null;
  const passedOver = calls.slice(0, index).map((one) => one.waiting);
  return passedOver.some((one) => hasHadEnough(one, now, rules)) ? null : { contender, passedOver };
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
