import { formatDuration } from './format-duration.ts';
import type { Because, Promised } from './estimate.ts';

/**
 * Why a promise is what it is, as a piece of a sentence: "longest of the last five, run 381", to stand in
 * "the promise is 21m17s (longest of the last five, run 381)".
 */
export function explain({ because }: Promised): string {
  return reason(because);
}

function reason(because: Because): string {
  switch (because.kind) {
    case 'longest-of-last-five':
      return `${among(because.of)}, run ${because.runId}`;
    case 'remembered':
      return `longest that long-memory still counts, run ${because.runId}`;
    case 'stopped': {
      const after = formatDuration(because.after);
      return because.limitedByGap
        ? `a window stopped run ${because.runId} after ${after}, and no gap between windows holds twice that`
        : `twice the ${after} after which a window stopped run ${because.runId}`;
    }
    case 'expect':
      return 'what the job declares, until five runs have completed';
    case 'timeout':
      break;
  }
  return because.clipped === null
    ? 'the timeout, as no run has completed yet'
    : `${reason(because.clipped)}, cut to the timeout and its grace`;
}

function among(count: number): string {
  if (count === 1) return 'the only completed run';
  return count < 5 ? `longest of ${count} completed runs` : 'longest of the last five';
}
