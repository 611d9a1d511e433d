import { seconds, type BudgetName, type Instant, type Seconds } from '@hearth/words';

import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import type { Charge } from './call.ts';

const chargeAdd = statement('chargeAdd', (db, p: Charge, raw) =>
  db
    .insertInto('charge')
    .values({ budget: p.budget, period_at: p.periodAt, seconds: p.seconds, calls: 1 })
    .onConflict((conflict) =>
      conflict.columns(['budget', 'period_at']).doUpdateSet({
        seconds: raw<Seconds>`charge.seconds + excluded.seconds`,
        calls: raw<number>`charge.calls + 1`,
      }),
    ),
);

const chargeOf = statement('chargeOf', (db, p: { budget: BudgetName; periodAt: Instant }) =>
  db
    .selectFrom('charge')
    .select('seconds')
    .where('budget', '=', p.budget)
    .where('period_at', '=', p.periodAt),
);

/** Adds the cost of one call to what a budget has used in a period. To be called inside a transaction. */
export function addCharge(store: Store, charge: Charge): void {
  store.run(chargeAdd, charge);
}

/** How much GPU time a budget has used in the period that began at `periodAt`. Calls that still run are not in it. */
export function spent(store: Store, budget: BudgetName, periodAt: Instant): Seconds {
  return store.get(chargeOf, { budget, periodAt })?.seconds ?? seconds(0);
}
