import {
  after,
  between,
  seconds,
  type Instant,
  type JobName,
  type RunId,
  type Seconds,
} from '@hearth/words';

import type { Head } from './house.ts';

/** How long the head of a job has been kept from waiting in line. */
interface ShutOut {
  readonly run: RunId;
  readonly total: Seconds;
  /** Since when it is shut out now; null while it is in line. */
  readonly since: Instant | null;
}

/**
 * Who stands in line since when. Time in which a run was parked, paused, or shut out by a window or a budget is not
 * waiting and earns it no turn. One entry a job, kept in memory alone: after a restart such time counts as waiting.
 */
export class Line {
  readonly #entries = new Map<JobName, ShutOut>();

  /** Notes whether the head of a job is shut out now. Call it at each look; what lies between two looks counts as the first. */
  note(head: Head, shut: boolean, now: Instant): void {
    const known = this.#entries.get(head.job);
    const before =
      known?.run === head.run ? known : { run: head.run, total: seconds(0), since: null };
    const gained = before.since === null ? 0 : between(before.since, now);
    this.#entries.set(head.job, {
      run: head.run,
      total: seconds(before.total + Math.max(0, gained)),
      since: shut ? now : null,
    });
  }

  /** Since when a head counts as waiting: later than it became ready by all the time in which it was shut out. */
  waitingSince(head: Head): Instant {
    const known = this.#entries.get(head.job);
    return known?.run === head.run ? after(head.readyAt, known.total) : head.readyAt;
  }

  /** Forgets every job that has no head any more. */
  keep(jobs: ReadonlySet<JobName>): void {
    for (const job of this.#entries.keys()) if (!jobs.has(job)) this.#entries.delete(job);
  }
}
