import { after, seconds } from '@hearth/words';

import type { Station } from './machine.ts';
import type { Admission } from './state.ts';

/**
 * A machine that failed too often in a row gets one call at a time, after a pause, and the first that
 * succeeds ends it: a queue that is sent to a broken machine would be burnt in a second.
 */
export function isOnTrial(state: Admission, station: Station): boolean {
  return station.failures >= state.rules.failures;
}

/** True when the failures of a machine are no reason to give it no call now. */
export function mayTry(state: Admission, station: Station): boolean {
  if (!isOnTrial(state, station)) return true;
  if (station.trialAt !== null && station.trialAt > state.now) return false;
  for (const held of station.held.values()) if (held.trial) return false;
  return true;
}

/** Counts the end of a call for or against its machine. */
export function noteEnd(state: Admission, station: Station, failed: boolean): void {
  station.failures = failed ? station.failures + 1 : 0;
  station.trialAt = null;
  if (!isOnTrial(state, station)) return;
  const { trialPause, longestTrialPause, failures } = state.rules;
  const doubled = trialPause * 2 ** (station.failures - failures);
  station.trialAt = after(state.now, seconds(Math.min(doubled, longestTrialPause)));
}

/** Lets a machine that has come back be tried without a pause. */
export function tryAtOnce(station: Station): void {
  station.trialAt = null;
}
