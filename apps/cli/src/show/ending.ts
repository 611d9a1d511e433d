import type { Attempt } from '@hearth/wire';

/** How an attempt ended, as the end of a sentence: "exited with code 3"; "is still running" where it has not. */
export function endingWords({ outcome, code, signal, started_at }: Attempt): string {
  switch (outcome) {
    case null:
      return started_at === null ? 'has been given to its runner' : 'is still running';
    case 'exited':
      return code === 0 ? 'succeeded (exit code 0)' : `failed with exit code ${code ?? 'unknown'}`;
    case 'signalled':
      return `was killed by ${signal ?? 'a signal'}`;
    case 'timeout':
      return 'was stopped: it ran past its timeout';
    case 'oom':
      return 'was killed: it used more memory than its class has';
    case 'stopped_by_window':
      return 'was stopped: a window opened that reserves its class';
    case 'stopped_by_person':
      return 'was stopped by a person';
    case 'shutdown':
      return 'was stopped: its runner was shut down';
    case 'lost':
      return 'was lost: nobody saw how it ended';
    case 'not_started':
      return 'could not be started';
  }
}
