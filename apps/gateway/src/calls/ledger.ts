import type { Allowance } from '@hearth/admission';
import { period } from '@hearth/calendar';
import type { Budget, Manifest } from '@hearth/manifest';
import type { Charge, Queue } from '@hearth/queue';
import {
  between,
  seconds,
  type BudgetName,
  type CallId,
  type Instant,
  type Seconds,
} from '@hearth/words';

import { onSteady } from './desk.ts';

/** What is left of a budget in its present period. */
export interface BudgetLeft {
  readonly allowance: Seconds;
  readonly left: Seconds;
  readonly resets: Instant;
}

/** The budgets: what is used of them, what is left, and what admission is to know of that. */
export interface Ledger {
  left(budget: BudgetName, now: Instant): BudgetLeft;
  /** What admission must know of a budget now. `usual` is how long a call of it holds a slot. */
  allowance(budget: BudgetName, usual: Seconds | null): Allowance;
  /** A call of the budget holds a slot from now on. */
  begin(budget: BudgetName, call: CallId): void;
  /** It holds it no longer: what that costs, to be written where the call is ended. */
  end(budget: BudgetName, call: CallId, held: Seconds): Charge;
  /** It gave its slot back at once, and costs nothing. */
  forget(budget: BudgetName, call: CallId): void;
  /** What a call that nobody followed to its end costs. */
  lost(budget: BudgetName, held: Seconds): Charge;
  /** The budgets that have calls on slots. */
  inUse(): Iterable<BudgetName>;
}

/** What the ledger needs from outside. */
export interface LedgerOptions {
  readonly manifest: Manifest;
  readonly queue: Queue;
  readonly now: () => Instant;
  readonly steady: () => Instant;
}

interface Account {
  readonly budget: Budget;
  opens: Instant;
  closes: Instant;
  spent: number;
  /** Calls that hold slots, and since when. */
  readonly running: Map<CallId, Instant>;
}

/** Opens the ledger on what the queue has kept. */
export function openLedger({ manifest, queue, now, steady }: LedgerOptions): Ledger {
  const accounts = new Map<BudgetName, Account>();

  /** The account in the period that holds `at`. */
  function accountOf(name: BudgetName, at: Instant): Account {
    const known = accounts.get(name);
    if (known !== undefined && at >= known.opens && at < known.closes) return known;
    const budget = manifest.budgets.get(name);
    if (budget === undefined) throw new Error(`No budget is called "${name}".`);
    const { opens, closes } = period(budget.per, manifest.timezone, at);
    const spent = queue.spent(name, opens);
    const account = { budget, opens, closes, spent, running: known?.running ?? new Map() };
    accounts.set(name, account);
    return account;
  }

  function leftOf({ budget, spent, running }: Account): number {
    const at = steady();
    let used = spent;
    for (const since of running.values()) used += between(since, at);
    return budget.gpuTime - used;
  }

  function charge(name: BudgetName, held: Seconds): Charge {
    const account = accountOf(name, now());
    account.spent += held;
    return { budget: name, periodAt: account.opens, seconds: held };
  }

  return {
    left(name, at) {
      const account = accountOf(name, at);
      const { gpuTime } = account.budget;
      return {
        allowance: gpuTime,
        left: seconds(Math.max(0, leftOf(account))),
        resets: account.closes,
      };
    },
    allowance(name, usual) {
      const at = now();
      const account = accountOf(name, at);
      const { gpuTime, concurrency, queue: places, over } = account.budget;
      // The last call of a period must not run far past its end; a budget smaller than a few calls still gets its one.
      const least = Math.min(usual ?? 0, gpuTime / 4);
      const isSpent = leftOf(account) <= least;
      return {
        closedUntil: isSpent ? onSteady(account.closes, at, steady()) : null,
        concurrency,
        queue: places,
        over,
      };
    },
    begin(name, call) {
      accountOf(name, now()).running.set(call, steady());
    },
    end(name, call, held) {
      accountOf(name, now()).running.delete(call);
      return charge(name, held);
    },
    forget(name, call) {
      accounts.get(name)?.running.delete(call);
    },
    lost: charge,
    *inUse() {
      for (const [name, { running }] of accounts) if (running.size > 0) yield name;
    },
  };
}
