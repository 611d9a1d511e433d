import * as v from 'valibot';

import { instantText, wholeNumber } from './scalars.ts';

/** What is foreseen for one run, whether it exists already or will come of a schedule. */
export interface PlannedRun {
  readonly job: string;
  readonly class: string;
  /** Null where the run does not exist yet. */
  readonly run_id: number | null;
  readonly due_at: string;
  /** `misses` it does not start in the hours looked at, `never` it can not as things are declared. */
  readonly fate: 'starts' | 'skipped' | 'misses' | 'never';
  readonly starts_at: string | null;
  /** By its promise. */
  readonly ends_at: string | null;
  /** It waits for a window to close, or its promise would not have fitted before one. */
  readonly behind_window: boolean;
}

/** What `GET /plan?hours=24` answers. */
export interface Plan {
  readonly from: string;
  readonly until: string;
  readonly timezone: string;
  readonly runs: readonly PlannedRun[];
  /** Midnights of the days on which the clocks change. */
  readonly clock_changes: readonly string[];
}

export const planSchema: v.GenericSchema<Plan> = v.object({
  from: instantText,
  until: instantText,
  timezone: v.string(),
  runs: v.array(
    v.object({
      job: v.string(),
      class: v.string(),
      run_id: v.nullable(wholeNumber),
      due_at: instantText,
      fate: v.picklist(['starts', 'skipped', 'misses', 'never']),
      starts_at: v.nullable(instantText),
      ends_at: v.nullable(instantText),
      behind_window: v.boolean(),
    }),
  ),
  clock_changes: v.array(instantText),
});
