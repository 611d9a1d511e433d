import type { BudgetStatus } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { remark, sayJson, type Io } from '../io.ts';
import { bar } from '../show/bar.ts';
import { houseTime } from '../show/house-time.ts';
import { table } from '../show/table.ts';
import { lasting } from '../show/when.ts';

/** How to list them. */
export interface BudgetsOptions extends GatewayOptions {
  readonly json?: boolean | undefined;
}

/** What becomes of calls once the budget is spent. */
const OVER: Readonly<Record<BudgetStatus['over'], string>> = {
  wait: 'wait',
  refuse: 'are refused',
  idle: 'run when idle',
};

/** `hearth budgets`: what each has used and has left, and when it starts anew. */
export async function budgets(io: Io, options: BudgetsOptions): Promise<number> {
  const client = connect(options);
  const list = await client.budgets();
  if (options.json === true) {
    sayJson(io, list);
    return 0;
  }
  if (list.budgets.length === 0) {
    remark(io, 'the manifest declares no budget');
    return 0;
  }
  const when = await houseTime(client, io);
  table(
    io,
    [
      { title: 'budget', cut: true },
      { title: 'GPU time' },
      { title: 'used', right: true },
      { title: 'of' },
      { title: 'left', right: true, mark: (left) => (left === lasting(0) ? 'red' : null) },
      { title: `anew at (${when.zone})` },
      { title: 'then calls' },
    ],
    list.budgets.map((budget) => [
      budget.name,
      bar(budget.allowance_seconds === 0 ? 1 : budget.used_seconds / budget.allowance_seconds),
      lasting(budget.used_seconds),
      `${lasting(budget.allowance_seconds)} per ${budget.per}`,
      lasting(budget.left_seconds),
      `${when.short(budget.resets_at)}, ${when.away(budget.resets_at)}`,
      OVER[budget.over],
    ]),
  );
  return 0;
}
