import type { Instant, RunId } from '@hearth/words';

import type { CallsContext } from './context.ts';

/** What hearth did to a call that makes a failure of its run not the run's own, by how the call ended. */
const EXCUSES: Readonly<Record<string, string>> = {
  'queue-full': 'hearth refused its call: too many were waiting',
  'wait-expired': 'hearth refused its call: no place on the model was free in time',
  budget: 'hearth refused its call: its budget was used up',
  'no-machine': 'hearth refused its call: no machine could be reached',
  loading: 'hearth refused its call: the model was being loaded',
  draining: 'hearth refused its call: the machine was still busy',
  restarting: 'hearth cut its call at a restart',
  lost: 'hearth cut its call at a restart',
  deadline: 'hearth cut its call at its deadline',
};

/** What hearth itself did to the calls of a run since then; null where it refused and cut none. */
export function excuseFor(
  { queue, live, recorder }: CallsContext,
  run: RunId,
  since: Instant,
): string | null {
  // A call that was cut may hold its slot still, and then its record is open.
  for (const { arrival, end } of live) {
    const excuse = end === null ? undefined : EXCUSES[end];
    if (arrival.caller.attempt?.run === run && excuse !== undefined) return excuse;
  }
  recorder.flush();
  for (const { endedAt, end } of queue.callsOf(run).toReversed()) {
    const excuse = end === null ? undefined : EXCUSES[end];
    if (endedAt !== null && endedAt >= since && excuse !== undefined) return excuse;
  }
  return null;
}
