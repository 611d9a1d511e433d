import type { BudgetName, ClassName, Instant, ProbeName, Seconds } from '@hearth/words';

import type { RunningRun } from './house.ts';

/** Why a job may not start a run now. The claim and `hearth why` read the same ones. */
export type Obstacle =
  | { readonly kind: 'paused'; readonly since: Instant }
  | {
      readonly kind: 'class_full';
      readonly class: ClassName;
      readonly concurrency: number;
      /** The runs that hold its places, the one that ends first in front. */
      readonly holders: readonly RunningRun[];
    }
  /** A job never has two runs at once. */
  | { readonly kind: 'job_running'; readonly holder: RunningRun }
  | {
      readonly kind: 'need_down';
      readonly probe: ProbeName;
      readonly since: Instant | null;
      readonly detail: string | null;
    }
  /** Nobody has looked yet; a look is on its way. */
  | { readonly kind: 'need_unknown'; readonly probe: ProbeName }
  | {
      readonly kind: 'window_open';
      readonly window: string;
      readonly class: ClassName;
      readonly closes: Instant;
      /** The first instant at which the promise fits, or null where none does in the days looked at. */
      readonly fitsAt: Instant | null;
      readonly promise: Seconds;
      readonly because: string;
    }
  | {
      readonly kind: 'window_ahead';
      readonly window: string;
      readonly class: ClassName;
      readonly opens: Instant;
      readonly fitsAt: Instant | null;
      readonly promise: Seconds;
      readonly because: string;
    }
  | {
      readonly kind: 'budget_spent';
      readonly budget: BudgetName;
      readonly allowance: Seconds;
      readonly resets: Instant;
    }
  | {
      readonly kind: 'no_runner';
      readonly class: ClassName;
      /** What a runner says of why; null where none says anything. */
      readonly because: string | null;
    };

/** True where the obstacle means that the run is shut out and not waiting in line: such time earns it no turn. */
export function shutsOut(obstacle: Obstacle): boolean {
  return obstacle.kind !== 'class_full' && obstacle.kind !== 'job_running';
}
