import { isTerminal, type ShownState } from '@hearth/words';
import type { Run } from '@hearth/wire';

import type { Mark } from '../io.ts';

/** How the state of a run is marked: what needs a person stands out. */
export function stateMark(state: string): Mark | null {
  switch (state) {
    case 'succeeded':
      return 'green';
    case 'dead':
      return 'red';
    case 'parked':
      return 'yellow';
    case 'running':
      return 'cyan';
    case 'cancelled':
    case 'skipped':
      return 'dim';
    default:
      return null;
  }
}

/** The state as the end of a sentence that begins with the run. */
export function stateWords({ state, failures, interruptions }: Run): string {
  const again = failures > 0 || interruptions > 0 ? ', to be tried again' : '';
  const words: Record<ShownState, string> = {
    scheduled: `is scheduled${again}`,
    ready: `is ready and waits for its turn${again}`,
    parked: 'is parked: something it needs is down',
    running: 'is running',
    succeeded: 'succeeded',
    dead: 'is dead: it used up its retries and waits for a person',
    cancelled: 'was cancelled',
    skipped: 'was skipped',
  };
  return words[state];
}

/** How it is marked whether something is there. */
export function upMark(state: string): Mark | null {
  return state === 'up' ? 'green' : state === 'down' ? 'red' : null;
}

/** True for a run that will not change any more. */
export function isOver({ state }: Run): boolean {
  return state !== 'parked' && isTerminal(state);
}
