import type { Call, JsonObject, Orders } from '@hearth/protocols';
import type { BudgetName, Bytes, Instant, Priority, Seconds } from '@hearth/words';

import type { Caller } from '../http/caller.ts';
import type { CallTime } from './time.ts';
import type { Tongue } from './tongue.ts';

/** A call that has been read and understood, and asks for a slot. */
export interface Arrival {
  readonly caller: Caller;
  readonly subCaller: string | null;
  readonly tongue: Tongue;
  readonly method: string;
  /** The path, and the query, by which it goes on to the machine. */
  readonly path: string;
  readonly query: string;
  /** The request as it is written for a machine. */
  readonly write: (orders: Orders) => JsonObject | Buffer | null;
  /** It will not be written again: what it takes in memory is let go. */
  readonly forget: () => void;
  /** How many bytes it takes while it waits. */
  readonly bytes: Bytes;
  readonly call: Call;
  /** False where there is no answer to cap, as with embeddings. */
  readonly isCapped: boolean;
  /** The model by its own name, or null for whatever is loaded. */
  readonly model: string | null;
  readonly priority: Priority;
  readonly budget: BudgetName | null;
  readonly time: CallTime;
  /** The instant from which starting it is of no use any more, on the steady clock; null where there is none. */
  readonly lastStart: Instant | null;
  /** When it came: on the wall clock for the record, on the steady one for everything else. */
  readonly arrivedAt: Instant;
  readonly steadyAt: Instant;
  /** The headers that go on to the machine. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Who shares fairly: the budget, or whoever has none of its own, and inside it the single callers. */
export function sharesOf({ caller, subCaller, budget }: Arrival): {
  readonly budget: string;
  readonly caller: string;
} {
  // Each run has a number of its own; its job is the one who calls again and again.
  const who = caller.attempt === null ? caller.label : `job ${caller.attempt.job}`;
  const inside = subCaller === null ? who : `${who}/${subCaller}`;
  return { budget: budget === null ? `caller ${who}` : `budget ${budget}`, caller: inside };
}

/** The name under which the usual length of such calls is remembered. */
export function usualKey(arrival: Arrival): string {
  const { budget, caller } = sharesOf(arrival);
  return `${budget}\n${caller}\n${arrival.tongue.name}`;
}

/** How long a call of somebody who never called before is taken to hold a slot: an embedding writes nothing, and is quick. */
export function firstGuess({ time, isCapped, tongue }: Arrival): Seconds {
  const guess = isCapped || tongue.name === 'other' ? 30 : 1;
  return Math.min(guess, time.answer) as Seconds;
}
