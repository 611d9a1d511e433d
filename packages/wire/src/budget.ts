import * as v from 'valibot';

import { durationSeconds, instantText } from './scalars.ts';

/** A budget, and what is left of it in the period that holds now. */
export interface BudgetStatus {
  readonly name: string;
  readonly allowance_seconds: number;
  readonly used_seconds: number;
  readonly left_seconds: number;
  readonly per: 'hour' | 'day';
  readonly resets_at: string;
  readonly over: 'wait' | 'refuse' | 'idle';
}

/** What `GET /budgets` answers. */
export interface BudgetList {
  readonly budgets: readonly BudgetStatus[];
  readonly next: null;
}

export const budgetListSchema: v.GenericSchema<BudgetList> = v.object({
  budgets: v.array(
    v.object({
      name: v.string(),
      allowance_seconds: durationSeconds,
      used_seconds: durationSeconds,
      left_seconds: durationSeconds,
      per: v.picklist(['hour', 'day']),
      resets_at: instantText,
      over: v.picklist(['wait', 'refuse', 'idle']),
    }),
  ),
  next: v.null(),
});
