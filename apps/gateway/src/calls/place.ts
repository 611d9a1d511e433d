import {
  after,
  between,
  instant,
  seconds,
  tokens,
  type Instant,
  type Seconds,
  type Tokens,
} from '@hearth/words';

import { contextOf, hintsOf, modelOn } from '../machines/models.ts';
import type { Learnt } from '../machines/rates.ts';
import type { Watched } from '../machines/watch.ts';
import type { Arrival } from './arrival.ts';
import type { CallsContext } from './context.ts';
import { refuseFor, type Refusal } from './refusal.ts';
import { isNearContext, leastTime, sizeOf, type Size, type SizeFacts } from './size.ts';
import { answerDeadline } from './time.ts';

/** A call at the place that it got: the machine, the model, how much it may write there and how long. */
export interface Placed {
  readonly machine: Watched;
  readonly model: string;
  /** Null where there is nothing to cap. */
  readonly capReason: 'time' | 'context' | 'caller' | null;
  readonly cap: Tokens;
  readonly promptTokens: Tokens;
  /** Tokens written a second, for each answer. */
  readonly rate: number;
  /** How long reading the prompt is expected to take, at most. */
  readonly prefill: Seconds;
  readonly deadline: Instant;
  /** The longest silence before the first token, and after it. */
  readonly silence: { readonly before: Seconds; readonly after: Seconds };
  /** A token more than this is past the cap. */
  readonly mostTokens: number;
  readonly wasLoaded: boolean;
  readonly whole: boolean;
}

/** Silence that is no cause for worry: at least a minute before the first token, half a minute between two. */
const QUIET_BEFORE = 60;
const QUIET_AFTER = 30;
/** A model that has to be loaded first takes so long at most, where that was never measured; seconds. */
const LONGEST_LOAD = 300;
/** Servers finish a character that the cap would cut in two, and some count a token or two differently. */
const SLACK = 16;

/**
 * Works out what a call may do where it was admitted, or why it is not to be sent after all. A promise only where the
 * machine has to be asked how long the prompt is.
 */
export function place(
  door: CallsContext,
  arrival: Arrival,
  machine: Watched,
  model: string,
  admittedAt: Instant,
): Placed | Refusal | Promise<Placed | Refusal> {
  const seen = modelOn(machine, model);
  const learnt = door.rates.of(machine.declared.name, model, seen?.whole ?? true);
  const declaredRate = hintsOf(machine, model)?.tokensPerSecond ?? null;
  const { call } = arrival;
  const wasLoaded = seen?.state === 'loaded';
  const deadline = deadlineOf(door, arrival, admittedAt, leastTime({ call, learnt, declaredRate }));
  const facts: SizeFacts = {
    call,
    time: between(admittedAt, deadline),
    context: contextOf(machine, model),
    learnt,
    declaredRate,
    load: wasLoaded ? seconds(0) : (learnt.load ?? seconds(0)),
  };
  const spot = { machine, model, deadline, learnt, wasLoaded, whole: seen?.whole ?? true };
  if (!arrival.isCapped) return uncapped(spot, facts);
  const count = machine.server?.count ?? null;
  if (count === null || !isNearContext(facts)) return capped(door, spot, facts, null);
  const written = arrival.write({ model, cap: tokens(1), upstream: 'llama.cpp', context: null });
  if (written === null || Buffer.isBuffer(written)) return capped(door, spot, facts, null);
  return count(machine.ask, arrival.path, written).then(
    (counted) => capped(door, spot, facts, counted),
    // A server that cannot count just now is asked for the answer all the same.
    () => capped(door, spot, facts, null),
  );
}

type Spot = Pick<Placed, 'machine' | 'model' | 'deadline' | 'wasLoaded' | 'whole'> & {
  readonly learnt: Learnt;
};

function capped(
  door: CallsContext,
  spot: Spot,
  facts: SizeFacts,
  counted: Tokens | null,
): Placed | Refusal {
  const size = sizeOf(facts, counted);
  const { decision, promptTokens } = size;
  if (decision.kind === 'refuse') {
    const { reason, message, bounds } = decision;
    const details = { prompt_tokens: promptTokens, context: facts.context, bounds };
    return refuseFor(reason, door.random(), { message, details, hint: null });
  }
  const { cap, reason } = decision;
  const mostTokens = cap * Math.max(1, facts.call.choices) + SLACK;
  return { ...placed(spot, size), cap, capReason: reason, mostTokens };
}

function uncapped(spot: Spot, facts: SizeFacts): Placed {
  const size = sizeOf({ ...facts, context: null }, null);
  return { ...placed(spot, size), cap: tokens(1), capReason: null, mostTokens: Infinity };
}

function placed(
  { learnt, ...spot }: Spot,
  { promptTokens, rate, prefill }: Size,
): Omit<Placed, 'cap' | 'capReason' | 'mostTokens'> {
  // Nothing reads more slowly than it writes, so that is how long it may take where it was never measured.
  const reading = learnt.prefill === null ? seconds(promptTokens / rate) : prefill;
  const load = spot.wasLoaded ? 0 : Math.max(LONGEST_LOAD, 3 * (learnt.load ?? 0));
  return {
    ...spot,
    promptTokens,
    rate,
    prefill: reading,
    silence: {
      before: seconds(Math.max(QUIET_BEFORE, 3 * reading) + load),
      after: seconds(Math.max(QUIET_AFTER, 20 / rate)),
    },
  };
}

/** The answer must be whole when its own time is over, and before its budget is used up, where that leaves enough. */
function deadlineOf(
  door: CallsContext,
  { time, budget }: Arrival,
  admittedAt: Instant,
  least: Seconds,
): Instant {
  const own = answerDeadline(time, admittedAt);
  if (budget === null) return own;
  const { left } = door.ledger.left(budget, door.now());
  return left < least ? own : instant(Math.min(own, after(admittedAt, left)));
}
