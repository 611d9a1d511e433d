import type { Seconds } from '@hearth/words';

import type { CallsContext } from './context.ts';
import type { LiveCall } from './live-call.ts';

/** Milliseconds between two looks at whether the running calls are over. */
const PAUSE = 25;
/** Milliseconds for the machines to say that they have stopped: a server looks at its connections about once a second. */
const LAST_PROOF = 1500;

/**
 * Ends the calling half: nothing is admitted any more and the waiting are refused; the running may go on for the grace,
 * then their callers get what there is. What a machine still has to finish stays open in the record, so that the next
 * start waits for it.
 */
export async function closeDoor(door: CallsContext, grace: Seconds): Promise<void> {
  const { desk, live, steady, rates, recorder } = door;
  desk.tell({ type: 'drainForShutdown' });
  const end = steady() + grace * 1000;
  while (isAtWork(live) && steady() < end) await pause();
  for (const call of live) call.stop();
  const last = steady() + LAST_PROOF;
  while (live.size > 0 && steady() < last) await pause();
  for (const call of live) call.drain.abort(new Error('The gateway is being stopped.'));
  desk.close();
  recorder.flush();
  rates.save();
}

function isAtWork(live: ReadonlySet<LiveCall>): boolean {
  for (const { end } of live) if (end === null) return true;
  return false;
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}
