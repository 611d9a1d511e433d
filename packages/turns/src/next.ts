import { between, rank, type Instant, type Priority } from '@hearth/words';

import type { TurnRules } from './rules.ts';

/** Something that waits for a place. Callers pass their own objects, with whatever else these carry. */
export interface Waiting {
  readonly priority: Priority;
  /** Since when it has been waiting, moved forward by whatever time does not count as waiting. */
  readonly waitingSince: Instant;
}

/** True once it has waited for longer than the limit. */
export function isOverdue(one: Waiting, now: Instant, rules: TurnRules): boolean {
  return between(one.waitingSince, now) > rules.limit;
}

/** All that is remembered from one grant to the next; plain JSON. */
export interface TurnState {
  /** Grants that passed over something overdue and lower, since the last turn or since nothing was overdue. */
  readonly passed: number;
  /** The priority that a turn has just passed over although it had something overdue itself: it is owed the next. */
  readonly owed: Priority | null;
}

/** Where every sequence of grants begins. */
export const NO_TURNS_YET: TurnState = { passed: 0, owed: null };

/** Who gets the place that is free now. */
export interface Choice<W extends Waiting> {
  readonly chosen: W;
  /** True when it goes before something of a higher priority, because it is overdue and its turn has come. */
  readonly turn: boolean;
  /** What to pass to {@link next} for the following place, once this one is really granted. */
  readonly state: TurnState;
}

/**
 * Says who of those waiting gets the one place that is free, or null when nobody waits.
 *
 * `waiting` holds what could take this very place: the head of each priority, or everything. Of two of one
 * priority that have waited equally long the one listed first goes first.
 *
 * The order is priority, then age; whoever is first by it is the front. Something is overdue once it has
 * waited for longer than `rules.limit`. After `rules.grants` grants that each passed over something overdue
 * of a lower priority, the next place is a turn: it goes to the one overdue for longest of those below the
 * front (of two equally long, to the one of the higher priority). If that turn passed over a front that was
 * overdue too, this priority has the turn after it at once, whatever has arrived meanwhile.
 *
 * The count goes back to zero with a turn and whenever nothing at all is overdue. Hence these bounds:
 * - what has been overdue for longest of all is overtaken by at most `grants` grants to higher ones;
 * - what comes k-th among the overdue is overtaken by at most `k * grants` grants by the order, and by at
 *   most two turns for each of the k - 1 before it (theirs, and the one that makes up for theirs), and one more
 *   where a turn was owed as it came to be overdue;
 * - nothing waits for two turns of lower ones in a row: whoever was passed over by one sees at least
 *   `grants - 1` grants by the order before another passes it.
 */
export function next<W extends Waiting>(
  state: TurnState,
  waiting: readonly W[],
  now: Instant,
  rules: TurnRules,
): Choice<W> | null {
  const front = first(waiting, isInFront);
  if (front === undefined) return null;

  const overdue = waiting.filter((one) => isOverdue(one, now, rules));
  if (overdue.length === 0) return { chosen: front, turn: false, state: NO_TURNS_YET };

  const below = overdue.filter((one) => isHigher(front, one));
  const owed = below.filter((one) => one.priority === state.owed);
  const makesUp = first(owed, isLongerOverdue);
  if (makesUp !== undefined) {
    const passesOver = overdue.some((one) => isHigher(makesUp, one));
    return { chosen: makesUp, turn: true, state: { passed: passesOver ? 1 : 0, owed: null } };
  }

  const longest = first(below, isLongerOverdue);
  if (longest === undefined) return byOrder(front, state.passed);
  if (state.passed < rules.grants) return byOrder(front, state.passed + 1);

  const isFrontOverdue = overdue.some((one) => one.priority === front.priority);
  return {
    chosen: longest,
    turn: true,
    state: { passed: 0, owed: isFrontOverdue ? front.priority : null },
  };
}

function byOrder<W extends Waiting>(front: W, passed: number): Choice<W> {
  return { chosen: front, turn: false, state: { passed, owed: null } };
}

function first<W>(all: readonly W[], isBefore: (a: W, b: W) => boolean): W | undefined {
  let best: W | undefined;
  for (const one of all) if (best === undefined || isBefore(one, best)) best = one;
  return best;
}

function isInFront(a: Waiting, b: Waiting): boolean {
  return a.priority === b.priority ? isOlder(a, b) : isHigher(a, b);
}

function isLongerOverdue(a: Waiting, b: Waiting): boolean {
  return a.waitingSince === b.waitingSince ? isHigher(a, b) : isOlder(a, b);
}

function isHigher(a: Waiting, b: Waiting): boolean {
  return rank(a.priority) < rank(b.priority);
}

function isOlder(a: Waiting, b: Waiting): boolean {
  return a.waitingSince < b.waitingSince;
}
