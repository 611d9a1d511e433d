import type { BudgetList } from '@hearth/wire';

import type { Route } from '../http/env.ts';
import { instantText } from '../http/instant-text.ts';
import type { RoutesContext } from './context.ts';

/** `GET /budgets`: what each has used and has left in the period that holds now. */
export function budgets({ runs }: RoutesContext): Route {
  return (context) => {
    const standings = runs.budgets(runs.now());
    const answer: BudgetList = {
      budgets: [...runs.manifest.budgets.values()].flatMap((budget) => {
        const standing = standings.get(budget.name);
        if (standing === undefined) return [];
        return [
          {
            name: budget.name,
            allowance_seconds: standing.allowance,
            used_seconds: Math.max(0, standing.allowance - standing.left),
            left_seconds: Math.max(0, standing.left),
            per: budget.per,
            resets_at: instantText(standing.resets),
            over: budget.over,
          },
        ];
      }),
      next: null,
    };
    return context.json(answer);
  };
}
