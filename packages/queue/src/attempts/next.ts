import type { Instant } from '@hearth/words';

import type { Run } from '../runs/run.ts';
import { mend, mendOrNull } from '../texts.ts';
import type { Attempt } from './attempt.ts';

/** What becomes of a run after an attempt of it. */
export type Next =
  /** `noop` where it said that there was nothing to do: a success, and no evidence of how long the work takes. */
  | { readonly state: 'succeeded'; readonly noop?: boolean | undefined }
  | { readonly state: 'cancelled'; readonly note: string }
  | { readonly state: 'dead'; readonly counts: Count; readonly note: string }
  /** Tried again, not before `runAt`. */
  | {
      readonly state: 'scheduled';
      readonly counts: Count;
      readonly runAt: Instant;
      readonly note: string | null;
    };

/** A failure burns a retry, an interruption does not; `nothing` is an attempt that never was. */
export type Count = 'failure' | 'interruption' | 'nothing';

/** The run as it is after `next`. */
export function settle(run: Run, attempt: Attempt, next: Next, now: Instant): Run {
  const startedAt = attempt.startedAt ?? run.startedAt;
  const outcome = attempt.ending?.outcome ?? null;
  switch (next.state) {
    case 'succeeded':
      return { ...run, startedAt, outcome, state: 'succeeded', finishedAt: now, note: null };
    case 'cancelled':
      return {
        ...run,
        startedAt,
        outcome,
        state: 'cancelled',
        finishedAt: now,
        note: mend(next.note),
      };
    case 'dead':
      return {
        ...counted(run, next.counts, now),
        startedAt,
        outcome,
        state: 'dead',
        finishedAt: now,
        note: mend(next.note),
      };
    case 'scheduled':
      return {
        ...counted(run, next.counts, now),
        startedAt,
        outcome,
        state: next.runAt > now ? 'scheduled' : 'ready',
        runAt: next.runAt,
        note: mendOrNull(next.note),
      };
  }
}

function counted(run: Run, counts: Count, now: Instant): Run {
  switch (counts) {
    case 'failure':
      return { ...run, failures: run.failures + 1, firstFailedAt: run.firstFailedAt ?? now };
    case 'interruption':
      return { ...run, interruptions: run.interruptions + 1 };
    case 'nothing':
      return run;
  }
}
