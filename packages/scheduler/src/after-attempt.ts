import type { Job } from '@hearth/manifest';
import {
  after,
  between,
  EX_TEMPFAIL,
  type Ending,
  type Instant,
  type Seconds,
} from '@hearth/words';

import { backoff } from './backoff.ts';

/** So many interruptions make a run dead: whatever interrupts it does not stop by itself. */
export const MOST_INTERRUPTIONS = 20;

/** What becomes of a run after an attempt of it. */
export type Next =
  | { readonly state: 'succeeded' }
  | { readonly state: 'cancelled'; readonly note: string }
  | { readonly state: 'dead'; readonly counts: Count; readonly note: string }
  | {
      readonly state: 'scheduled';
      readonly counts: Count;
      readonly runAt: Instant;
      readonly note: string;
    };

/** A failure burns a retry, an interruption does not; `nothing` is an attempt that never was. */
export type Count = 'failure' | 'interruption' | 'nothing';

/** What is known of the run when its attempt has ended. */
export interface Ended {
  readonly ending: Ending;
  readonly now: Instant;
  /** Failures and interruptions before this attempt. */
  readonly failures: number;
  readonly interruptions: number;
  /** When its first failed attempt ended; null where none has. */
  readonly firstFailedAt: Instant | null;
  /** Something outside the job was at fault: "probe nas is down". Null where nothing is known to have been. */
  readonly excuse: string | null;
  /** In [0, 1). */
  readonly random: number;
}

/**
 * Decides what becomes of a run whose attempt ended. Failures are the job's own; interruptions (shutdown, reboot, lost
 * runner, a window, exit code 75, a failure with an excuse) never burn a retry. After a window or a shutdown the run
 * is due again at once, else after the backoff.
 */
export function afterAttempt(job: Job, ended: Ended): Next {
  const { ending, excuse } = ended;
  switch (ending.outcome) {
    case 'exited':
      if (ending.code === 0 || isNoop(job, ending.code)) return { state: 'succeeded' };
      if (ending.code === EX_TEMPFAIL) {
        return interrupted(job, ended, 'it said "not now" (exit code 75)', 'later');
      }
      return failed(job, ended, `exit code ${ending.code}`);
    case 'signalled':
      return failed(job, ended, `ended by ${ending.signal ?? 'a signal'}`);
    case 'timeout':
      return failed(job, ended, 'it took longer than its timeout');
    case 'oom':
      return failed(job, ended, ending.evidence ?? 'out of memory');
    case 'not_started':
      return excuse === null
        ? failed(job, ended, ending.evidence ?? 'it could not be started')
        : interrupted(job, ended, excuse, 'later');
    case 'stopped_by_person':
      return { state: 'cancelled', note: 'stopped by a person' };
    case 'stopped_by_window':
      return interrupted(job, ended, 'a window opened', 'at once');
    case 'shutdown':
      return interrupted(job, ended, 'the runner was shut down', 'at once');
    case 'lost':
      return interrupted(job, ended, ending.evidence ?? 'its end was not seen', 'later');
  }
}

/** True where the exit code says that there was nothing to do. */
export function isNoop(job: Job, code: number | null): boolean {
  return code !== null && job.estimate.noop.includes(code);
}

function failed(job: Job, ended: Ended, what: string): Next {
  if (ended.excuse !== null) {
    return interrupted(job, ended, `${what} while ${ended.excuse}`, 'later');
  }
  const { retry } = job;
  const failures = ended.failures + 1;
  const { code } = ended.ending;
  if (code !== null && retry.final.includes(code)) {
    return { state: 'dead', counts: 'failure', note: `${what}, which the job declares final` };
  }
  const delay = backoff(retry, failures, ended.random);
  if (retry.for === null ? failures >= retry.attempts : isOver(retry.for, ended, delay)) {
    const limit =
      retry.for === null ? `${failures} of ${retry.attempts} attempts` : 'retry.for is over';
    return { state: 'dead', counts: 'failure', note: `${what}; ${limit}` };
  }
  return {
    state: 'scheduled',
    counts: 'failure',
    runAt: after(ended.now, delay),
    note: `failed: ${what}`,
  };
}

/** True where the next try would come later than `limit` after the first failure. */
function isOver(limit: Seconds, ended: Ended, delay: Seconds): boolean {
  const first = ended.firstFailedAt ?? ended.now;
  return between(first, after(ended.now, delay)) > limit;
}

function interrupted(job: Job, ended: Ended, what: string, when: 'at once' | 'later'): Next {
  const interruptions = ended.interruptions + 1;
  if (interruptions >= MOST_INTERRUPTIONS) {
    const note = `interrupted ${interruptions} times, the last time because ${what}`;
    return { state: 'dead', counts: 'interruption', note };
  }
  const delay = backoff(job.retry, interruptions, ended.random);
  const runAt = when === 'at once' ? ended.now : after(ended.now, delay);
  return { state: 'scheduled', counts: 'interruption', runAt, note: `interrupted: ${what}` };
}
