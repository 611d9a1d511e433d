import { instant, type Instant } from '@hearth/words';

import type { Allowance } from './allowance.ts';
import type { Admission } from './state.ts';

/** How a budget lets its calls go: in their order, only while nothing else waits, or not at all just now. */
export type Gate = 'open' | 'idle' | 'shut';

/** How this budget lets its calls go now. */
export function gateOf(state: Admission, budget: string): Gate {
  const allowance = state.budgets.get(budget)?.allowance;
  if (allowance === undefined) return 'open';
  if (allowance.concurrency !== null && heldBy(state, budget) >= allowance.concurrency)
    return 'shut';
  if (!isClosed(state, budget)) return 'open';
  return allowance.over === 'idle' ? 'idle' : 'shut';
}

/** True while the allowance is used up. */
export function isClosed(state: Admission, budget: string): boolean {
  const until = closedUntil(state, budget);
  return until !== null && until > state.now;
}

/** Until when the allowance is used up, or null. */
export function closedUntil(state: Admission, budget: string): Instant | null {
  return state.budgets.get(budget)?.allowance.closedUntil ?? null;
}

/** Notes a new allowance; null forgets the budget. */
export function setAllowance(state: Admission, budget: string, allowance: Allowance | null): void {
  const since = state.budgets.get(budget)?.closedSince ?? null;
  const closes = allowance?.closedUntil ?? null;
  const isShut = closes !== null && closes > state.now;
  if (since !== null && !isShut) forgiveTime(state, budget, since, state.now);

  if (allowance === null) state.budgets.delete(budget);
  else state.budgets.set(budget, { allowance, closedSince: isShut ? (since ?? state.now) : null });
}

/** Opens the budgets whose time has come. */
export function openBudgets(state: Admission): void {
  for (const [name, budget] of state.budgets) {
    const { closedUntil: until } = budget.allowance;
    if (until === null || until > state.now) continue;
    if (budget.closedSince !== null) forgiveTime(state, name, budget.closedSince, until);
    budget.allowance = { ...budget.allowance, closedUntil: null };
    budget.closedSince = null;
  }
}

/** The time for which a budget shut its calls out is not waiting: it makes none of them overdue. */
function forgiveTime(state: Admission, budget: string, from: Instant, to: Instant): void {
  for (const waiting of state.waiting.values()) {
    if (waiting.call.budget !== budget) continue;
    const shut = Math.max(0, to - Math.max(from, waiting.arrivedAt));
    waiting.waitingSince = instant(waiting.waitingSince + shut);
  }
}

function heldBy(state: Admission, budget: string): number {
  let count = 0;
  for (const { held } of state.machines.values()) {
    for (const { call } of held.values()) if (call.budget === budget) count += 1;
  }
  return count;
}
