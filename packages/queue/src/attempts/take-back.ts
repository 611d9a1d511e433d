import type { AttemptId, Epoch, Instant } from '@hearth/words';

import type { Run } from '../runs/run.ts';
import type { Store } from '../store.ts';
import type { Attempt } from './attempt.ts';
import { endAttempt, type AttemptEnded } from './end-attempt.ts';
import { attempt as findAttempt } from './find-attempt.ts';
import type { Next } from './next.ts';
import type { Refused } from './refusal.ts';

/** Which attempt never reached its runner. */
export interface TakeBackRequest {
  readonly attemptId: AttemptId;
  readonly epoch: Epoch;
  readonly now: Instant;
}

/** Like the end of an attempt, or `started`: then it is not known what became of it, and whoever knows must end it. */
export type TakenBack = AttemptEnded | Refused<'started'>;

/**
 * Takes back an attempt that was given away and never started. It counts as nothing, and the run has its old place in
 * the line again, unless a person has asked for its end: then it is cancelled.
 */
export function takeBack(store: Store, request: TakeBackRequest): TakenBack {
  const { attemptId, epoch, now } = request;
  return store.durably(() => {
    const known = findAttempt(store, attemptId);
    const isRunning = known !== null && known.startedAt !== null && known.endedAt === null;
    if (isRunning && known.epoch === epoch) return { ok: false, reason: 'started' };
    const ending = {
      outcome: 'not_started',
      code: null,
      signal: null,
      evidence: 'it never reached its runner',
    } as const;
    const report = {
      attemptId,
      epoch,
      ending,
      duration: null,
      outputBytes: null,
      lastOutput: null,
      now,
    };
    return endAttempt(store, report, afterTakeBack);
  });
}

function afterTakeBack(run: Run, attempt: Attempt): Next {
  if (attempt.stop === 'stopped_by_person') {
    return { state: 'cancelled', note: 'stopped by a person before it started' };
  }
  return { state: 'scheduled', counts: 'nothing', runAt: run.runAt, note: run.note };
}
