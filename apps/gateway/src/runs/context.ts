import type { Manifest } from '@hearth/manifest';
import type { Queue } from '@hearth/queue';
import type { BudgetStanding, Line, Notice } from '@hearth/scheduler';
import type { TurnState } from '@hearth/turns';
import type { AttemptId, BudgetName, ClassName, Instant, RunId } from '@hearth/words';

import type { Bell } from '../bell.ts';
import type { ProbeWatch } from '../probes/watch.ts';
import type { Estimates } from './estimates.ts';
import type { Runners } from './runners.ts';

/** All that the running half of the gateway works with. Made once, by `compose.ts`. */
export interface RunsContext {
  readonly manifest: Manifest;
  /** Where the manifest lies: relative programs are found from there. */
  readonly manifestFolder: string;
  readonly queue: Queue;
  readonly estimates: Estimates;
  readonly probes: ProbeWatch;
  readonly runners: Runners;
  readonly line: Line;
  /** For each class, whose turn it is. */
  readonly turns: Map<ClassName, TurnState>;
  /** Wakes the claims that are held open. */
  readonly bell: Bell;
  /** Something changed: makes due what is due, sets the timer anew, and rings the bell. */
  readonly look: () => void;
  readonly now: () => Instant;
  /** In [0, 1). */
  readonly random: () => number;
  /** A random text of letters, digits, `-` and `_`, for ids that must not be guessed. */
  readonly token: () => string;
  /** What is left of each budget. */
  readonly budgets: (now: Instant) => ReadonlyMap<BudgetName, BudgetStanding>;
  /** What an attempt's process needs in its environment to reach the gateway. */
  readonly environment: (attempt: AttemptId, run: RunId) => Readonly<Record<string, string>>;
  /** Something outside the run was at fault for a failure of this attempt: "hearth cut its call". Null where nothing was. */
  readonly excuse: (run: RunId, since: Instant) => string | null;
  /** Tells the operator of something that needs a person. */
  readonly tell: (notice: Notice) => void;
  readonly log: (line: string) => void;
}
