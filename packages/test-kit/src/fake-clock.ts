import { setImmediate as turn } from 'node:timers/promises';
import { after, instant, type Instant, type Seconds } from '@hearth/words';
import type { Clock } from './clock.ts';

/** Somebody who sleeps on the clock, and who waits for `count` of them to sleep. */
interface Sleeper {
  readonly until: Instant;
  wake(): void;
}
interface Watcher {
  readonly count: number;
  tell(): void;
}

/**
 * A clock that stands still until a test moves it. It counts whole milliseconds, and a sleep ends on the
 * first whole millisecond that is not too early, so that ten sleeps of a tenth of a second are one second.
 */
export class FakeClock implements Clock {
  #now: Instant;
  #sleepers: readonly Sleeper[] = [];
  #watchers: readonly Watcher[] = [];

  /** Starts at `start`, by default at the Unix epoch. */
  constructor(start: Instant = instant(0)) {
    this.#now = start;
  }

  now(): Instant {
    return this.#now;
  }

  /** How many sleep on this clock. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  async sleep(duration: Seconds, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (duration <= 0) return;
    // A millionth of a millisecond is rounding, not time.
    const until = instant(Math.ceil(this.#now + duration * 1000 - 1e-6));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper: Sleeper = { until, wake: resolve };
    const abort = () => {
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#sleepers = [...this.#sleepers, sleeper];
    this.#tellWatchers();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Resolves as soon as at least `count` sleep on this clock: then the clock can be moved. */
  async whenSleeping(count: number = 1): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#watchers = [...this.#watchers, { count, tell: resolve }];
    this.#tellWatchers();
    await promise;
  }

  /**
   * Moves the clock on by `duration`, waking each sleeper at its own instant, the earliest first and those of
   * one instant in the order in which they went to sleep. What a woken sleeper does, and whether it sleeps again
   * before the end of the move, is waited for as far as it needs no outside event.
   */
  async advance(duration: Seconds): Promise<void> {
    const end = after(this.#now, duration);
    for (let next = this.#earliest(end); next !== null; next = this.#earliest(end)) {
      const woken = next;
      this.#now = instant(Math.max(this.#now, woken.until));
      this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== woken);
      woken.wake();
      await turn();
    }
    this.#now = end;
    await turn();
  }

  #earliest(end: Instant): Sleeper | null {
    let earliest: Sleeper | null = null;
    for (const sleeper of this.#sleepers) {
      if (sleeper.until <= end && (earliest === null || sleeper.until < earliest.until)) {
        earliest = sleeper;
      }
    }
    return earliest;
  }

  #tellWatchers(): void {
    const enough = this.#watchers.filter((watcher) => watcher.count <= this.sleeping);
    this.#watchers = this.#watchers.filter((watcher) => watcher.count > this.sleeping);
    for (const watcher of enough) watcher.tell();
  }
}
