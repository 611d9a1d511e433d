import { seconds, type Instant, type Seconds } from '@hearth/words';

import { Unreachable } from './ask.ts';
import type { Watched } from './watch.ts';

/** What a wait for a machine to be idle came to. */
export type Idle =
  /** The machine said so. */
  | 'proven'
  /** It cannot say, or did not in time, and by its bound it must be. */
  | 'bound';

/** What to wait for. */
export interface IdleWait {
  readonly machine: Watched;
  /** How many requests may be inside it all the same: those of running calls. Asked anew with each look. */
  readonly allowed: () => number;
  /** When it must be idle whatever it says, from now. */
  readonly bound: Seconds;
  /** Never goes back and never jumps. */
  readonly steady: () => Instant;
  /** Ends the wait at once; the promise is then rejected. */
  readonly signal: AbortSignal;
}

/** A cancelled server looks at its connections about once a second; a faster one is noticed without much delay. */
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 500;
/**
 * A server that can say what it is doing is believed for this much longer than the bound, since then the bound was
 * wrong; seconds. Somebody else may be using it, and that must not shut everybody out for good.
 */
const PATIENCE = 60;

/**
 * Waits until a machine has finished what was cancelled on it: until it says so, or, where it cannot say, until the
 * bound has passed. Never takes a slot.
 */
export async function untilIdle(wait: IdleWait): Promise<Idle> {
  const { machine, steady, signal } = wait;
  const start = steady();
  let pause = FIRST_PAUSE;
  for (;;) {
    signal.throwIfAborted();
    const inside = await busy(machine);
    if (inside !== null && inside <= wait.allowed()) return 'proven';
    const waited = (steady() - start) / 1000;
    const limit = wait.bound + (inside === null ? 0 : PATIENCE);
    if (waited >= limit) return 'bound';
    await sleep(Math.min(pause, (limit - waited) * 1000), signal);
    pause = Math.min(LONGEST_PAUSE, pause * 1.5);
  }
}

/** How many requests are inside the machine; null when it does not say. */
async function busy({ server, ask }: Watched): Promise<number | null> {
  if (server === null || server.busy === null) return null;
  try {
    return await server.busy(ask);
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', abort);
        resolve();
      },
      Math.max(1, milliseconds),
    );
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** How long a cancelled call can still keep its machine busy: what is left of its answer, and reading its prompt. */
export function drainBound(cap: number, written: number, rate: number, prefill: Seconds): Seconds {
  return seconds(Math.max(0, cap - written) / rate + prefill);
}
