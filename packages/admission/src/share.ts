import { between, type Instant } from '@hearth/words';

import type { HeldCall } from './call.ts';

/**
 * How a machine is shared by those of one priority (its budgets), or by those of one budget (its
 * sub-callers). The measure is virtual time: the seconds for which somebody's calls have held slots.
 */
export interface Share<P extends Party> {
  /** The least level among those who contended for the last place: whoever comes anew begins there. */
  floor: number;
  readonly parties: Map<string, P>;
}

/** One of those who share. */
export interface Party {
  /** The seconds of its calls that have ended, and what it was raised by. */
  served: number;
  /** Its calls that hold slots now. */
  readonly holds: Set<HeldCall>;
}

/** A budget, with the sub-callers that share what it gets. */
export interface BudgetParty extends Party {
  readonly callers: Share<Party>;
}

/** The most parties that a share remembers although they neither contend nor hold a slot. */
const MOST_ABSENT = 64;

/** A share that nobody has had anything of. */
export function newShare<P extends Party>(): Share<P> {
  return { floor: 0, parties: new Map() };
}

/** True for a share that is as {@link newShare} makes it. */
export function isUntouched({ floor, parties }: Share<Party>): boolean {
  return floor === 0 && parties.size === 0;
}

/** Somebody who has had nothing yet. */
export function newParty(): Party {
  return { served: 0, holds: new Set() };
}

/** A budget that has had nothing yet. */
export function newBudgetParty(): BudgetParty {
  return { ...newParty(), callers: newShare() };
}

/**
 * What somebody is compared by when a place is given; the least goes first. It is what it has had, but at
 * least the floor, so that nobody saves up time by staying away, with its running calls counted as if
 * they had ended as expected.
 */
export function levelOf(share: Share<Party>, key: string, now: Instant): number {
  const party = share.parties.get(key);
  return raised(share, party, now) + (party === undefined ? 0 : stillExpected(party, now));
}

/** Notes who contended for a place that was given, and forgets those who have no debt to be remembered for. */
export function noteContest<P extends Party>(
  share: Share<P>,
  contending: ReadonlySet<string>,
  now: Instant,
  make: () => P,
): void {
  let least = Number.POSITIVE_INFINITY;
  for (const key of contending) {
    const party = share.parties.get(key) ?? make();
    const level = raised(share, party, now);
    party.served += level - soFar(party, now);
    share.parties.set(key, party);
    least = Math.min(least, level);
  }
  share.floor = least;

  const absent: [string, number][] = [];
  for (const [key, { holds, served }] of share.parties) {
    if (holds.size > 0 || contending.has(key)) continue;
    if (served <= share.floor) share.parties.delete(key);
    else absent.push([key, served]);
  }
  absent.sort(([, a], [, b]) => b - a);
  for (const [key] of absent.slice(MOST_ABSENT)) share.parties.delete(key);
}

/** Charges a call that has ended with the time for which it held its slot. */
export function chargeEnd(party: Party | undefined, held: HeldCall, now: Instant): void {
  if (party?.holds.delete(held)) party.served += between(held.admittedAt, now);
}

function raised(share: Share<Party>, party: Party | undefined, now: Instant): number {
  return party === undefined ? share.floor : Math.max(share.floor, soFar(party, now));
}

function soFar({ served, holds }: Party, now: Instant): number {
  let sum = served;
  for (const { admittedAt } of holds) sum += between(admittedAt, now);
  return sum;
}

function stillExpected({ holds }: Party, now: Instant): number {
  let sum = 0;
  for (const { endsAt } of holds) sum += Math.max(0, between(now, endsAt));
  return sum;
}
