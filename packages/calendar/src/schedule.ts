import type { Seconds } from '@hearth/words';

/** When a job is due: by a cron line in a time zone, or at even intervals. */
export type Schedule = CronSchedule | EverySchedule;

/**
 * Due at the wall times of `timeZone` that `expression`, a line that `parseCron` takes, describes.
 *
 * What happens on the days on which clocks change depends on the hour field:
 * - plain numbers (`30 2 * * *`, `0 2,14 * * *`) are a time of day. Each such time is due once: the first time it is
 *   shown if it is shown twice, and at the end of the gap if it is left out. Several that are left out together,
 *   like those of `0,30 2 * * *`, are due there as one.
 * - anything else (a star, a step, a range) follows elapsed time: due at every instant whose wall time matches, so
 *   a half-hourly line comes every half hour throughout, and a time that is left out is simply not there.
 */
export interface CronSchedule {
  readonly kind: 'cron';
  readonly expression: string;
  readonly timeZone: string;
}

/** Due at the multiples of `every` since the Unix epoch. `every` counts in whole milliseconds, and is at least one. */
export interface EverySchedule {
  readonly kind: 'every';
  readonly every: Seconds;
}
