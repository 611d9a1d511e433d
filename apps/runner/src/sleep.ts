import { setTimeout } from 'node:timers/promises';

import { uptime } from './process-table.ts';

/** A timer of Node cannot be longer: it would fire at once. */
const LONGEST = 2 ** 31 / 1000 - 1;

/** Waits for so many seconds; rejects when the signal aborts. */
export async function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(Math.max(0, seconds) * 1000, undefined, { signal });
}

/** Waits for so many seconds, or until the signal aborts. */
export async function rest(seconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(seconds, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Waits until the machine has been up for so many seconds, however many those are. */
export async function untilUptime(moment: number, signal: AbortSignal): Promise<void> {
  for (let left = moment - uptime(); left > 0; left = moment - uptime()) {
    await sleep(Math.min(left, LONGEST), signal);
  }
}
