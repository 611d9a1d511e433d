import { HearthError } from '@hearth/client/runner';

import { backoff } from './backoff.ts';
import { because, type Log } from './log.ts';
import { sleep } from './sleep.ts';

/** What became of a report: the gateway has it, or says that the attempt is no longer ours, or never was. */
export type Delivery = 'delivered' | 'stale';

/**
 * Sends a report until it has arrived, for ever if need be: the gateway may be away for an upgrade or a week.
 * `what` names it in the one line that says that it could not be sent. Rejects when the signal aborts.
 */
export async function deliver(
  what: string,
  post: (signal: AbortSignal) => Promise<void>,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Log },
): Promise<Delivery> {
  let said: string | null = null;
  for (let failures = 1; ; failures += 1) {
    try {
      await post(signal);
      return 'delivered';
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof HearthError)) throw error;
      if (error.code === 'stale_epoch' || error.code === 'not_found') return 'stale';
      if (said !== error.code)
        log(`cannot report ${what} yet, and will go on trying: ${because(error)}`);
      said = error.code;
    }
    await sleep(backoff(failures, Math.random()), signal);
  }
}
