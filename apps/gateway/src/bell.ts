/**
 * Wakes whoever waits for "something may have changed": the claims that are held open. It carries no news, so a ring
 * too many does no harm and none is ever missed by one who looks again after each.
 */
export interface Bell {
  ring(): void;
  /** Resolves at the next ring, or with `false` after `milliseconds`, or when `signal` aborts. */
  next(milliseconds: number, signal: AbortSignal): Promise<boolean>;
}

/** Makes a bell. */
export function createBell(): Bell {
  const waiting = new Set<(rung: boolean) => void>();
  return {
    ring() {
      const wake = [...waiting];
      waiting.clear();
      for (const resolve of wake) resolve(true);
    },
    next(milliseconds, signal) {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const settle = (rung: boolean): void => {
          waiting.delete(settle);
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          resolve(rung);
        };
        const abort = (): void => settle(false);
        const timer = setTimeout(settle, milliseconds, false);
        waiting.add(settle);
        signal.addEventListener('abort', abort, { once: true });
      });
    },
  };
}
