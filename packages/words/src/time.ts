import type { Brand } from './brand.ts';

/** A point in time: whole milliseconds since the Unix epoch, UTC. */
export type Instant = Brand<number, 'Instant'>;

/** A length of time in seconds; fractions are allowed. Every duration in the code is one of these. */
export type Seconds = Brand<number, 'Seconds'>;

/** Takes milliseconds since the Unix epoch, whole or not, for an instant. */
export function instant(milliseconds: number): Instant {
  return Math.round(milliseconds) as Instant;
}

/** Takes a number of seconds for a duration. */
export function seconds(value: number): Seconds {
  return value as Seconds;
}

/** The instant that lies `duration` after `start`; a negative duration looks back. */
export function after(start: Instant, duration: Seconds): Instant {
  return instant(start + duration * 1000);
}

/** The seconds from `start` to `end`; negative when `end` lies before `start`. */
export function between(start: Instant, end: Instant): Seconds {
  return seconds((end - start) / 1000);
}
