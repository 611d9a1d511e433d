import { rank, type RunnerName } from '@hearth/words';

import type { Run } from '../runs/run.ts';
import type { Store } from '../store.ts';
import type { OpenAttempt } from './running.ts';

/** Every attempt that has been given away and whose end is not known, of one runner or of all, by job. */
export function openAttempts(store: Store, runner?: RunnerName): readonly OpenAttempt[] {
  const open = Array.from(store.running.all());
  const wanted =
    runner === undefined ? open : open.filter(({ attempt }) => attempt.runner === runner);
  return wanted.toSorted((a, b) => inLine(a.run, b.run));
}

/** The order of runs by job, and within a job as they stood in its line. */
export function inLine(a: Run, b: Run): number {
  if (a.job !== b.job) return a.job < b.job ? -1 : 1;
  return rank(a.priority) - rank(b.priority) || a.runAt - b.runAt || a.id - b.id;
}
