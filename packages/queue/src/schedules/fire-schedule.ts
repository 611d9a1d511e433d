import type { Instant, JobName, Priority } from '@hearth/words';

import { insertRun } from '../runs/insert-run.ts';
import type { Run } from '../runs/run.ts';
import type { Store } from '../store.ts';
import { mend } from '../texts.ts';
import { findMark, writeMark } from './mark.ts';

/** What is to be done about one due instant of a schedule. */
export type DueInstant =
  | { readonly fire: true; readonly dueAt: Instant; readonly runAt: Instant }
  /** Recorded as a skipped run, whose note says why: too late, or another run of the job was still open. */
  | {
      readonly fire: false;
      readonly dueAt: Instant;
      readonly runAt: Instant;
      readonly note: string;
    };

/** The instants of a job's schedule that have come due. */
export interface FireRequest {
  readonly job: JobName;
  readonly priority: Priority;
  readonly instants: readonly DueInstant[];
  /** Every instant up to this one has been dealt with. */
  readonly mark: Instant;
  readonly now: Instant;
}

/**
 * Makes a run of each instant and moves the job's mark, all in one transaction, on disk when this returns. Answers the
 * runs that were made, skipped ones too. An instant that is not after the job's mark, or of which there is a run, was
 * dealt with before and makes none. Without instants nothing is written, and the mark stays where it is.
 */
export function fireSchedule(store: Store, request: FireRequest): readonly Run[] {
  const { job, priority, instants, mark, now } = request;
  if (instants.length === 0) return [];
  return store.durably(() => {
    const before = findMark(store, job);
    const made: Run[] = [];
    for (const instant of instants) {
      if (before !== null && instant.dueAt <= before) continue;
      const run = insertRun(store, {
        job,
        priority,
        parameters: {},
        dueAt: instant.dueAt,
        runAt: instant.runAt,
        skipped: !instant.fire,
        note: instant.fire ? null : mend(instant.note),
        key: null,
        retryOf: null,
        now,
      });
      if (run !== null) made.push(run);
    }
    if (before === null || mark > before) writeMark(store, job, mark);
    return made;
  });
}
