/** The places of a machine where a generation can be, and the line of those that wait for one. */
export class Slots<T> {
  readonly #held: (T | null)[];
  #line: readonly { who: T; seat(index: number): void }[] = [];

  constructor(count: number) {
    this.#held = Array.from({ length: count }, () => null);
  }

  /** Who is in which place; null is a free place. */
  get held(): readonly (T | null)[] {
    return this.#held;
  }

  /** Waits for a place, first come, first served; rejects when `signal` aborts before there is one. */
  async take(who: T, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    const free = this.#held.indexOf(null);
    if (free >= 0) {
      this.#held[free] = who;
      return free;
    }
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#line = [...this.#line, { who, seat: resolve }];
    const abort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Gives a place to the first in the line, or leaves it free. */
  release(index: number): void {
    const [first, ...others] = this.#line;
    this.#line = others;
    this.#held[index] = first?.who ?? null;
    first?.seat(index);
  }
}
