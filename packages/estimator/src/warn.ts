import { seconds, type RunId, type Seconds } from '@hearth/words';
import { formatDuration } from './format-duration.ts';
import { isLike, lastFive, type HeldRun, type Memory } from './learn.ts';
import { FEW, QUARTER } from './rules.ts';

/** The job has two kinds of runs, and under `last-five` the short kind pushes the long kind out of sight. */
export interface Warning {
  readonly kind: 'bimodal';
  /** The long run. */
  readonly runId: RunId;
  /** How long it took. */
  readonly duration: Seconds;
  /** How many completed runs since were shorter than a quarter of it. */
  readonly quiet: number;
  /** True when it no longer counts; false when it counts until one more quiet run. */
  readonly evicted: boolean;
}

/** A long run shorter than this, in seconds, is not worth a word: a cold cache makes as much of a difference. */
const WORTH_A_WORD = 1;

/** The warning for `last-five`, given the longest run that `long-memory` would count; null where there is none to give. */
export function bimodal(memory: Memory, longestRun: HeldRun | null): Warning | null {
  const five = lastFive(memory);
  const oldest = five[0];
  if (longestRun === null || oldest === undefined || five.length < FEW) return null;
  if (allQuiet(five, longestRun)) return warning(longestRun, memory, true);
  return allQuiet(five.slice(1), oldest) ? warning(oldest, memory, false) : null;
}

/** The warning as sentences: what happened, what follows from it, what can be done. */
export function explainWarning({ runId, duration, quiet, evicted }: Warning): string {
  const bound = formatDuration(seconds(duration * QUARTER));
  const consequence = evicted
    ? 'so the promise no longer allows for a run like it'
    : 'and one more will make the promise forget it';
  return (
    `Run ${runId} took ${formatDuration(duration)}; ${quiet} completed runs since took less than ${bound}, ${consequence}. ` +
    'Declare an exit code as noop for runs that find nothing to do, or use the rule long-memory; ' +
    `if run ${runId} was an accident, forget it.`
  );
}

function allQuiet(runs: readonly HeldRun[], long: HeldRun): boolean {
  return runs.every((run) => !isLike(run.duration, long.duration));
}

function warning(run: HeldRun, memory: Memory, evicted: boolean): Warning | null {
  if (run.duration < WORTH_A_WORD) return null;
  const quiet = memory.completed - run.place - run.alike;
  return { kind: 'bimodal', runId: run.runId, duration: run.duration, quiet, evicted };
}
