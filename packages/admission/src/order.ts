import { isOverdue, next, type TurnState, type Waiting } from '@hearth/turns';
import { PRIORITIES, type Instant, type Priority } from '@hearth/words';

import { pickInside, type Pick } from './affinity.ts';
import type { BudgetClaim, CallerClaim, Contender, Contest } from './contest.ts';
import type { Station } from './machine.ts';
import type { AdmissionRules } from './rules.ts';

/** Who goes next on a machine. */
export interface Choice extends Pick {
  /** The turns of the machine once this call is admitted. */
  readonly turns: TurnState;
}

/** What stands for a priority while the turns are decided: its overdue head, or where none is, its head. */
interface Head extends Waiting {
  readonly oldest: Contender;
}

/**
 * Who goes next: by priority, with turns for what is overdue; inside a priority the budget that has had
 * the least, inside that the sub-caller that has had the least, inside that the loaded model, then what is
 * over in no time, then the oldest. A turn goes by the same fair shares, but among those that are overdue, and to the oldest of them.
 */
export function chooseFrom(
  contest: Contest,
  station: Station,
  now: Instant,
  rules: AdmissionRules,
): Choice | null {
  if (contest.idle) {
    const highest = PRIORITIES.find((priority) => contest.budgets.has(priority)) ?? null;
    return pickFrom(contest, highest, station.turns, now, rules);
  }
  const heads: Head[] = [];
  for (const [priority, budgets] of contest.budgets) {
    const head = headOf(priority, budgets, now, rules);
    if (head !== null) heads.push(head);
  }
  const choice = next(station.turns, heads, now, rules.turns);
  if (choice === null) return null;
  const { chosen, turn, state: turns } = choice;
  return turn
    ? { contender: chosen.oldest, passedOver: [], turns }
    : pickFrom(contest, chosen.priority, turns, now, rules);
}

function pickFrom(
  contest: Contest,
  priority: Priority | null,
  turns: TurnState,
  now: Instant,
  rules: AdmissionRules,
): Choice | null {
  const budgets = priority === null ? undefined : contest.budgets.get(priority);
  const pick = pickInside(fairest(budgets ?? [], () => true)?.calls ?? [], now, rules);
  return pick === null ? null : { ...pick, turns };
}

function headOf(
  priority: Priority,
  budgets: readonly BudgetClaim[],
  now: Instant,
  rules: AdmissionRules,
): Head | null {
  const overdue = fairest(budgets, ({ calls: [oldest] }) => {
    return oldest !== undefined && isOverdue(oldest.waiting, now, rules.turns);
  });
  const claim = overdue ?? fairest(budgets, () => true);
  const [oldest] = claim?.calls ?? [];
  if (oldest === undefined) return null;
  return { priority, waitingSince: oldest.waiting.waitingSince, oldest };
}

/**
 * The sub-caller with the smallest share inside the budget with the smallest share. Of equals the first: the
 * claims come in the order of their oldest calls.
 */
function fairest(
  budgets: readonly BudgetClaim[],
  isEligible: (claim: CallerClaim) => boolean,
): CallerClaim | null {
  let best: CallerClaim | null = null;
  let least = Infinity;
  for (const { level, callers } of budgets) {
    if (best !== null && level >= least) continue;
    let own: CallerClaim | null = null;
    for (const claim of callers) {
      if (isEligible(claim) && (own === null || claim.level < own.level)) own = claim;
    }
    if (own === null) continue;
    best = own;
    least = level;
  }
  return best;
}
