import { PRIORITIES, type Instant, type Priority } from '@hearth/words';

import { gateOf, type Gate } from './budget.ts';
import type { WaitingCall } from './call.ts';
import { fitOf, lookAt, lookElsewhere, type Fit, type Look } from './fit.ts';
import type { Station } from './machine.ts';
import {
  isUntouched,
  levelOf,
  newBudgetParty,
  newParty,
  newShare,
  noteContest,
  type BudgetParty,
  type Party,
  type Share,
} from './share.ts';
import type { Admission } from './state.ts';

/** A call that could be served by the machine in question. */
export interface Contender {
  readonly waiting: WaitingCall;
  readonly fit: Fit;
  /** True when another machine runs its model: it comes here only if nobody else of its priority does. */
  readonly runsElsewhere: boolean;
}

/** The contenders of one sub-caller inside its budget, the oldest first; never empty. */
export interface CallerClaim {
  readonly key: string;
  /** What it has had of the machine; the least goes first. */
  readonly level: number;
  readonly calls: readonly Contender[];
}

/** The contenders of one budget inside its priority. */
export interface BudgetClaim {
  readonly key: string;
  readonly level: number;
  readonly callers: readonly CallerClaim[];
}

/** Everyone who contends for the next place on one machine. */
export interface Contest {
  /** True when all are calls of used-up budgets that run while nothing else waits for the place. */
  readonly idle: boolean;
  readonly budgets: ReadonlyMap<Priority, readonly BudgetClaim[]>;
}

/** Gathers who contends for the next place on this machine; null when nobody does. */
export function contestFor(state: Admission, station: Station): Contest | null {
  const here = lookAt(station);
  const elsewhere = lookElsewhere(state, station);
  const gates = new Map<string, Gate>();
  const open: Contender[] = [];
  const idle: Contender[] = [];
  for (const waiting of state.waiting.values()) {
    const gate = gates.get(waiting.call.budget) ?? gateOf(state, waiting.call.budget);
    gates.set(waiting.call.budget, gate);
    if (gate === 'shut') continue;
    const contender = contenderFor(waiting, here, elsewhere);
    if (contender !== null) (gate === 'open' ? open : idle).push(contender);
  }
  const contenders = open.length > 0 ? open : idle;
  const [first] = contenders;
  if (first === undefined) return null;
  if (contenders.length === 1) return alone(state, station, first, open.length === 0);

  const budgets = new Map<Priority, readonly BudgetClaim[]>();
  for (const [priority, all] of Map.groupBy(contenders, (one) => one.waiting.priority)) {
    const own = all.filter((one) => !one.runsElsewhere);
    budgets.set(priority, claimsOf(state, station, priority, own.length > 0 ? own : all));
  }
  return { idle: open.length === 0, budgets };
}

/** The contest of a call that nobody contends with, as most are: nothing is to be gathered for it. */
function alone({ now }: Admission, station: Station, contender: Contender, idle: boolean): Contest {
  const { priority, call } = contender.waiting;
  const claim = claimOf(station.shares[priority], call.budget, [[call.caller, [contender]]], now);
  return { idle, budgets: new Map([[priority, [claim]]]) };
}

/** Notes in the shares of the machine who contended for a place that was given. */
export function settle({ now }: Admission, station: Station, contest: Contest): void {
  for (const [priority, budgets] of contest.budgets) {
    const share = station.shares[priority];
    noteContest(share, keysOf(budgets), now, newBudgetParty);
    for (const { key, callers } of budgets) {
      const inside = share.parties.get(key)?.callers;
      if (inside !== undefined) noteContest(inside, keysOf(callers), now, newParty);
    }
  }
}

/** Wipes the shares of the priorities that have no call waiting or running: what was had alone is no debt. */
export function forgetIdleShares(state: Admission): void {
  for (const station of state.machines.values()) {
    for (const priority of PRIORITIES) {
      if (isUntouched(station.shares[priority]) || isActive(state, station, priority)) continue;
      station.shares[priority] = newShare();
    }
  }
}

/** True where a call of the priority waits, or runs on this machine. */
function isActive({ waiting }: Admission, { held }: Station, priority: Priority): boolean {
  for (const { call } of held.values()) if (call.priority === priority) return true;
  for (const one of waiting.values()) if (one.priority === priority) return true;
  return false;
}

function contenderFor(
  waiting: WaitingCall,
  here: Look,
  elsewhere: readonly Look[],
): Contender | null {
  const fit = fitOf(here, waiting.call);
  if (fit === null) return null;
  if (fit.kind === 'runs') return { waiting, fit, runsElsewhere: false };
  const runsElsewhere = elsewhere.some((other) => fitOf(other, waiting.call)?.kind === 'runs');
  return runsElsewhere && fit.kind === 'later' ? null : { waiting, fit, runsElsewhere };
}

function claimsOf(
  { now }: Admission,
  station: Station,
  priority: Priority,
  contenders: readonly Contender[],
): BudgetClaim[] {
  const share = station.shares[priority];
  const byBudget = Map.groupBy(contenders, (one) => one.waiting.call.budget);
  return Array.from(byBudget, ([key, calls]) =>
    claimOf(
      share,
      key,
      Map.groupBy(calls, (one) => one.waiting.call.caller),
      now,
    ),
  );
}

function claimOf(
  share: Share<BudgetParty>,
  key: string,
  byCaller: Iterable<readonly [string, readonly Contender[]]>,
  now: Instant,
): BudgetClaim {
  const inside = share.parties.get(key)?.callers ?? newShare<Party>();
  const callers = Array.from(byCaller, ([caller, calls]): CallerClaim => {
    return { key: caller, level: levelOf(inside, caller, now), calls };
  });
  return { key, level: levelOf(share, key, now), callers };
}

function keysOf(claims: readonly { readonly key: string }[]): Set<string> {
  return new Set(claims.map(({ key }) => key));
}
