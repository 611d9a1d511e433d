/** A second signal that comes sooner, in milliseconds, is the same key press: pnpm passes on what the terminal sends to both. */
const ONE_PRESS = 300;

/** What the person at the terminal says by signals. */
export interface Told {
  /** Resolves at the first: end in order. */
  readonly toEnd: Promise<void>;
  /** Resolves at the second: end at once. */
  readonly toKill: Promise<void>;
  /** Leaves the signals alone again. */
  readonly forget: () => void;
}

/** Listens for Ctrl-C, SIGTERM and the end of the terminal. */
export function listenForSignals(): Told {
  const end = Promise.withResolvers<void>();
  const kill = Promise.withResolvers<void>();
  let first: number | null = null;
  const hear = () => {
    const now = performance.now();
    if (first === null) {
      first = now;
      end.resolve();
    } else if (now - first > ONE_PRESS) {
      kill.resolve();
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, hear);
  return {
    toEnd: end.promise,
    toKill: kill.promise,
    forget: () => {
      for (const signal of signals) process.off(signal, hear);
    },
  };
}
