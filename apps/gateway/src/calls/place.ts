import type { CapDecision } from '@hearth/token-cap';
import {
  between,
  instant,
  seconds,
  tokens,
  type BudgetName,
  type Instant,
  type Seconds,
  type Tokens,
} from '@hearth/words';

import { contextOf, hintsOf, modelOn } from '../machines/models.ts';
import type { Learnt } from '../machines/rates.ts';
import type { Watched } from '../machines/watch.ts';
import type { Arrival } from './arrival.ts';
import type { CallsContext } from './context.ts';
import type { Placed } from './placed.ts';
import { refuseFor, type Refusal } from './refusal.ts';
import { isNearContext, leastTime, sizeAgain, sizeOf, type Size, type SizeFacts } from './size.ts';
import { silenceOf } from './silence.ts';
import { answerDeadline } from './time.ts';

/**
 * A server that is told to stop notices within a second, and what that takes is of the budget as well; of a small budget
 * no more than a hundredth is kept back for it.
 */
const LEAVING = 1;
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
  const whole = seen?.whole ?? true;
  const wasLoaded = seen?.state === 'loaded';
  const known = knownOf(door, arrival, machine, model, whole);
  const { learnt } = known;
  const { time, deadline } = boundsOf(door, arrival, admittedAt, known);
  const facts: SizeFacts = {
    ...known,
    time,
    context: contextOf(machine, model),
    load: wasLoaded ? seconds(0) : (learnt.load ?? seconds(0)),
  };
  const spot = { machine, model, deadline, learnt, wasLoaded, whole };
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

/**
 * Places a call once more where it is, after the machine refused the sum of its prompt and its cap and has done nothing
 * for it. `told` is what the machine said of the prompt. Null where it does not fit with a smaller cap either.
 */
export function placeAgain(
  door: CallsContext,
  arrival: Arrival,
  before: Placed,
  told: Tokens | null,
): Placed | null {
  if (before.capReason === null) return null;
  const { machine, model, deadline, wasLoaded, whole } = before;
  const known = knownOf(door, arrival, machine, model, whole);
  const facts: SizeFacts = {
    ...known,
    time: between(door.steady(), deadline),
    context: contextOf(machine, model),
    load: seconds(0),
  };
  const spot = { machine, model, deadline, learnt: known.learnt, wasLoaded, whole };
  const size = sizeAgain(facts, before.promptTokens, told);
  const { decision } = size;
  return decision.kind === 'cap' && decision.cap < before.cap
    ? fitted(spot, facts, size, decision)
    : null;
}

type Known = Pick<SizeFacts, 'call' | 'learnt' | 'declaredRate'>;

/** What is known of a call on a machine, whenever it is sent. */
function knownOf(
  door: CallsContext,
  { call }: Arrival,
  machine: Watched,
  model: string,
  whole: boolean,
): Known {
  return {
    call,
    learnt: door.rates.of(machine.declared.name, model, whole),
    declaredRate: hintsOf(machine, model)?.tokensPerSecond ?? null,
  };
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
  return fitted(spot, facts, size, decision);
}

/** The call at its place, with the cap that it got. */
function fitted(
  spot: Spot,
  facts: SizeFacts,
  size: Size,
  { cap, reason }: Extract<CapDecision, { kind: 'cap' }>,
): Placed {
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
  const silence = silenceOf({ reading, rate, load: spot.wasLoaded ? seconds(0) : learnt.load });
  return { ...spot, promptTokens, rate, prefill: reading, silence };
}

/**
 * When the answer must be whole: when its own time is over, or its budget is used up. It is sized by what comes first. Where
 * the budget has hardly more left than any answer takes, the call may yet be one of the short ones that its caller
 * usually sends: it is sized by its own time then, and cut when the budget is used up.
 */
function boundsOf(
  door: CallsContext,
  { time, budget }: Arrival,
  admittedAt: Instant,
  known: Known,
): { readonly time: Seconds; readonly deadline: Instant } {
  const own = answerDeadline(time, admittedAt);
  if (budget === null) return { time: between(admittedAt, own), deadline: own };
  const left = usableOf(door, budget);
  const deadline = instant(Math.min(own, admittedAt + left * 1000));
  const hasLittle = left < 2 * leastTime(known);
  return { time: between(admittedAt, hasLittle ? own : deadline), deadline };
}

/** What a call may use of what is left of its budget; without an end where a used-up budget idles, as then it may go on. */
function usableOf({ manifest, ledger, now }: CallsContext, budget: BudgetName): number {
  if (manifest.budgets.get(budget)?.over === 'idle') return Infinity;
  const { left, allowance } = ledger.left(budget, now());
  return Math.max(left - Math.min(LEAVING, allowance / 100), left / 2);
}
