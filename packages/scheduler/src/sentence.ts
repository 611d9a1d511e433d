import { formatDuration } from '@hearth/estimator';
import { between, seconds, type Instant } from '@hearth/words';

import type { House, RunningRun } from './house.ts';
import type { Obstacle } from './obstacle.ts';

/** What a person is told of an obstacle. */
export interface Told {
  /** One sentence with the numbers in it, without a full stop. */
  readonly message: string;
  /** When it is expected to pass; null where nobody can say. */
  readonly until: Instant | null;
  /** It cannot pass as things are declared. */
  readonly never: boolean;
  /** What a person could do about it; null where there is nothing to do but wait. */
  readonly mend: string | null;
}

/** Says what an obstacle is, in words that a person can act on. */
export function sentence(obstacle: Obstacle, house: House): Told {
  const { now } = house;
  const passes = { until: null, never: false, mend: null };
  switch (obstacle.kind) {
    case 'paused':
      return {
        ...passes,
        message: `the job has been paused for ${ago(obstacle.since, now)}`,
        mend: 'hearth resume JOB',
      };
    case 'class_full':
      return {
        ...passes,
        message: `class ${obstacle.class} is taken by ${obstacle.holders.map(holder).join(' and ')}`,
      };
    case 'job_running':
      return {
        ...passes,
        message: `the job is already running: ${holder(obstacle.holder)}`,
      };
    case 'need_down':
      return { ...passes, message: needDown(obstacle, now) };
    case 'need_unknown':
      return { ...passes, message: `probe ${obstacle.probe} has not been looked at yet` };
    case 'window_open':
      return {
        message:
          `window ${obstacle.window} reserves class ${obstacle.class} for another ` +
          formatDuration(between(now, obstacle.closes)),
        until: obstacle.fitsAt,
        never: obstacle.fitsAt === null,
        mend: obstacle.fitsAt === null ? neverFits(obstacle) : null,
      };
    case 'window_ahead':
      return {
        message:
          `window ${obstacle.window} opens in ${formatDuration(between(now, obstacle.opens))}; ` +
          `the promise is ${formatDuration(obstacle.promise)} (${obstacle.because})`,
        until: obstacle.fitsAt,
        never: obstacle.fitsAt === null,
        mend: obstacle.fitsAt === null ? neverFits(obstacle) : null,
      };
    case 'budget_spent':
      return {
        ...passes,
        message:
          `budget ${obstacle.budget} (${formatDuration(obstacle.allowance)}) is spent; ` +
          `it starts anew in ${formatDuration(between(now, obstacle.resets))}`,
        until: obstacle.resets,
      };
    case 'no_runner':
      return {
        message:
          obstacle.because === null
            ? `no runner serves class ${obstacle.class}`
            : `no runner serves class ${obstacle.class}: ${obstacle.because}`,
        until: null,
        never: true,
        mend:
          obstacle.because === null
            ? 'start a runner that serves it: hearth runner'
            : 'the runner looks again within a minute, once that is mended',
      };
  }
}

function holder(run: RunningRun): string {
  return `run ${run.run} (${run.job}), about ${formatDuration(run.remaining)} left`;
}

function needDown(
  { probe, since, detail }: Extract<Obstacle, { kind: 'need_down' }>,
  now: Instant,
): string {
  const forHow = since === null ? 'is down' : `has been down for ${ago(since, now)}`;
  return `probe ${probe} ${forHow}${detail === null ? '' : `: ${detail}`}`;
}

function neverFits({ promise, class: className }: { promise: number; class: string }): string {
  return (
    `the promise of ${formatDuration(seconds(promise))} fits no gap of class ${className} in the next 8 days: ` +
    'shorten the window, raise the priority, or drop the run it comes from (hearth estimate JOB --forget RUN)'
  );
}

function ago(since: Instant, now: Instant): string {
  return formatDuration(between(since, now));
}
