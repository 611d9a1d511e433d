import * as v from 'valibot';

import { instantText, wholeNumber } from './scalars.ts';

/** One reason why a run has not started. */
export interface WhyReason {
  /** Stable, for programs: `class_full`, `window`, `need_down`, … */
  readonly code: string;
  /** A sentence with the numbers in it. */
  readonly message: string;
  /** When it is expected to pass, where that is known. */
  readonly until: string | null;
  /** It will not pass by itself; `mend` says what would help. */
  readonly never: boolean;
  readonly mend: string | null;
}

/** What `GET /runs/:id/why` answers. */
export interface Why {
  readonly run_id: number;
  readonly job: string;
  readonly verdict: 'running' | 'over' | 'next' | 'waiting' | 'never';
  /** One sentence that sums it up. */
  readonly message: string;
  /** All reasons, none left out. */
  readonly reasons: readonly WhyReason[];
}

export const whySchema: v.GenericSchema<Why> = v.object({
  run_id: wholeNumber,
  job: v.string(),
  verdict: v.picklist(['running', 'over', 'next', 'waiting', 'never']),
  message: v.string(),
  reasons: v.array(
    v.object({
      code: v.string(),
      message: v.string(),
      until: v.nullable(instantText),
      never: v.boolean(),
      mend: v.nullable(v.string()),
    }),
  ),
});
