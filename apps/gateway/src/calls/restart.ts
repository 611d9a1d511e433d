import type { Call, Queue } from '@hearth/queue';
import { seconds, type Instant, type MachineName, type Seconds } from '@hearth/words';

import { drainBound } from '../machines/idle.ts';
import type { RateBook } from '../machines/rate-book.ts';
import type { Ledger } from './ledger.ts';

/** A machine where nothing of ours was open may still be at work for somebody else; it is given this long to say so. */
const NOTHING_OPEN = seconds(0);
/** Tokens a second of a machine that was never measured, for the longest that it may still be at work. */
const SLOWEST = 5;

/**
 * Closes the calls that the record left open, as the gateway that made them is gone, and charges them. For each machine,
 * answers how long what was sent to it may keep it busy yet.
 */
export function closeLost(
  queue: Queue,
  rates: RateBook,
  ledger: Ledger,
  now: Instant,
  log: (line: string) => void,
): ReadonlyMap<MachineName, Seconds> {
  const bounds = new Map<MachineName, Seconds>();
  const lost = queue.closeLostCalls(now, (call) => {
    const whole = longest(call, rates);
    if (whole === null || call.machine === null || call.admittedAt === null) {
      return { ran: null, charge: null };
    }
    // The clock may have been set meanwhile: what it says counts only between nothing and the longest.
    const ran = seconds(Math.min(whole, Math.max(0, (now - call.admittedAt) / 1000)));
    const left = seconds(whole - ran);
    bounds.set(call.machine, seconds(Math.max(left, bounds.get(call.machine) ?? NOTHING_OPEN)));
    return { ran, charge: call.budget === null ? null : ledger.lost(call.budget, ran) };
  });
  if (lost.length > 0) log(`${lost.length} calls were lost with the gateway that made them`);
  return bounds;
}

/** The longest that a call can have kept its machine busy; null where it never got there. */
function longest(call: Call, rates: RateBook): Seconds | null {
  if (call.machine === null) return null;
  const learnt = rates.of(call.machine, call.model ?? '');
  const rate = learnt.decode ?? SLOWEST;
  const prompt = call.promptTokens ?? 0;
  const prefill = seconds(prompt / (learnt.prefill ?? rate));
  return drainBound(call.cap ?? 0, 0, rate, prefill);
}
