import { instants, jitter, latestInstant } from '@hearth/calendar';
import type { Job, JobSchedule } from '@hearth/manifest';
import { after, between, instant, seconds, type Instant, type Seconds } from '@hearth/words';

/** What is to be done about one due instant of a schedule. */
export type DueInstant =
  | { readonly dueAt: Instant; readonly runAt: Instant; readonly fire: true }
  | {
      readonly dueAt: Instant;
      readonly runAt: Instant;
      readonly fire: false;
      readonly note: string;
    };

/** What is due of a job, and how far its schedule has been dealt with. */
export interface Due {
  readonly instants: readonly DueInstant[];
  /** The new mark: every instant up to and including it has been dealt with. */
  readonly mark: Instant;
}

/** At most so many instants are made up for at a time; the rest follow at the next look. */
const BATCH = 100;

/** What is later than this was missed: the house was down, asleep, or did not trust its clock. It looks twice as often. */
const MISSED_AFTER: Seconds = seconds(60);

/**
 * The instants of the job's schedule in (`mark`, `now`], each with what to do. Instants are computed from the schedule
 * alone, never from now, so that the same one is never made twice. `catch_up: once` fires the latest that was missed
 * and passes over the others, `skip` fires none that was missed, `all` fires each. One later than `max_lateness` is skipped in every case.
 */
export function due(job: Job, schedule: JobSchedule, mark: Instant, now: Instant): Due {
  const delay = jitter(job.name, schedule.jitter);
  const looked = instant(now - delay * 1000);
  if (looked <= mark) return { instants: [], mark };
  if (schedule.catchUp === 'all') {
    const found = instants(schedule.when, mark, looked, BATCH);
    const last = found.length < BATCH ? looked : (found.at(-1) ?? looked);
    return { instants: found.map((at) => judge(schedule, at, after(at, delay), now)), mark: last };
  }
  const latest = latestInstant(schedule.when, looked, mark);
  if (latest === null || latest <= mark) return { instants: [], mark: looked };
  const runAt = after(latest, delay);
  if (schedule.catchUp === 'skip' && between(runAt, now) > MISSED_AFTER) {
    const note = `missed at its time, and catch_up is skip`;
    return { instants: [{ dueAt: latest, runAt, fire: false, note }], mark: looked };
  }
  return { instants: [judge(schedule, latest, runAt, now)], mark: looked };
}

function judge(schedule: JobSchedule, dueAt: Instant, runAt: Instant, now: Instant): DueInstant {
  const lateness = between(runAt, now);
  if (schedule.maxLateness !== null && lateness > schedule.maxLateness) {
    const note = `${Math.round(lateness)} s late, more than max_lateness allows`;
    return { dueAt, runAt, fire: false, note };
  }
  return { dueAt, runAt, fire: true };
}
