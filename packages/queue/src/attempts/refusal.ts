import type { Epoch } from '@hearth/words';

import type { Run } from '../runs/run.ts';
import type { Attempt } from './attempt.ts';

/** A word about an attempt that is refused: there is none of this id, its run has been claimed again since, or `Other`. */
export interface Refused<Other extends string = never> {
  readonly ok: false;
  readonly reason: 'unknown' | 'stale_epoch' | Other;
}

/** Refuses a word whose epoch is not the attempt's own, or whose attempt is not the newest of its run. */
export function refusal(attempt: Attempt, run: Run, epoch: Epoch): Refused | null {
  const isNewest = attempt.epoch === epoch && attempt.epoch === run.epoch;
  return isNewest ? null : { ok: false, reason: 'stale_epoch' };
}
