import { setTimeout as timer } from 'node:timers/promises';
import { instant, type Instant, type Seconds } from '@hearth/words';

/** What a paced part needs of time: to read it and to wait. The real clock and {@link FakeClock} are both one. */
export interface Clock {
  /** The present instant. */
  now(): Instant;
  /**
   * Waits `duration`; at once when it is not positive.
   * Rejects with the reason of `signal` when that aborts first.
   */
  sleep(duration: Seconds, signal?: AbortSignal): Promise<void>;
}

/** The longest wait that a timer of Node can hold; a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The time of this computer, by its monotonic clock: setting the wall clock does not disturb a pace. */
export const realClock: Clock = {
  now: () => instant(performance.timeOrigin + performance.now()),
  async sleep(duration, signal) {
    signal?.throwIfAborted();
    if (duration <= 0) return;
    const milliseconds = Math.min(Math.ceil(duration * 1000), LONGEST_TIMER);
    await timer(milliseconds, undefined, signal ? { signal } : {});
  },
};
