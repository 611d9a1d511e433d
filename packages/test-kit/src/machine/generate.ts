import { setImmediate as turn } from 'node:timers/promises';
import { seconds, type Tokens } from '@hearth/words';
import type { Clock } from '../clock.ts';
import type { Piece } from './plan.ts';

/** A token as it leaves the model. */
export interface Token extends Piece {
  /** Whether no other follows. */
  readonly last: boolean;
}

/** How fast a machine is. A rate of Infinity takes no time, and no timer. */
export interface Pace {
  /** Tokens of a prompt evaluated a second. */
  readonly prefill: number;
  /** Tokens generated a second. */
  readonly decode: number;
}

/** Tokens generated at one go when they take no time; after them the event loop has its turn, so a peer that left is noticed. */
const FAST_BATCH = 64;

/**
 * Evaluates a prompt: yields after each batch, when the machine looks up from its work and can notice things.
 * Batch ends are counted from the start, so that late timers do not add up.
 */
export async function* prefill(
  promptTokens: Tokens,
  batch: number,
  pace: Pace,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<void> {
  if (pace.prefill === Infinity) return;
  const start = clock.now();
  let done = 0;
  while (done < promptTokens) {
    done = Math.min(promptTokens, done + batch);
    const end = start + (done / pace.prefill) * 1000;
    await clock.sleep(seconds((end - clock.now()) / 1000), signal);
    yield;
  }
}

/**
 * Generates tokens until there are no more pieces or `limit` is reached; yields those that are due together.
 * Token k is due k / rate after the start, however late the one before it was; at rates above what a timer
 * resolves several are due at once.
 */
export async function* decode(
  source: Iterable<Piece>,
  limit: Tokens,
  pace: Pace,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<readonly Token[]> {
  const start = clock.now();
  const remaining = source[Symbol.iterator]();
  let next = remaining.next();
  let done = 0;
  while (next.done !== true && done < limit) {
    const due = await waitUntilDue();
    const batch: Token[] = [];
    while (next.done !== true && done < Math.min(due, limit)) {
      const piece: Piece = next.value;
      done += 1;
      next = remaining.next();
      batch.push({ ...piece, last: next.done === true || done >= limit });
    }
    yield batch;
  }

  /** Waits for at least one token and says how many are due by then, since the start. */
  async function waitUntilDue(): Promise<number> {
    if (pace.decode === Infinity) {
      await turn(undefined, { signal });
      return done + FAST_BATCH;
    }
    const wait = start + ((done + 1) / pace.decode) * 1000 - clock.now();
    // Behind time there is nothing to sleep for, but the event loop must have its turn.
    if (wait > 0) await clock.sleep(seconds(wait / 1000), signal);
    else await turn(undefined, { signal });
    const elapsed = (clock.now() - start) / 1000;
    return Math.max(done + 1, Math.floor(elapsed * pace.decode + 1e-9));
  }
}
