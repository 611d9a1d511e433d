import type { MachineStatus } from '@hearth/wire';
import { PRIORITIES, type Priority } from '@hearth/words';

import type { CallsContext } from './context.ts';
import type { Recorder } from './record.ts';

/** What has come of the calls since the gateway started, and what waits now. */
export interface CallFigures {
  readonly waiting: ReadonlyMap<Priority, number>;
  /** By how they ended, in the words of the record. */
  readonly ended: ReadonlyMap<string, Ended>;
  /** As they were last looked at: whoever counts does not have them looked at more often. */
  readonly machines: readonly MachineStatus[];
}

/** The calls that ended in one way. */
export interface Ended {
  readonly calls: number;
  /** For how many seconds they held slots together. */
  readonly slotSeconds: number;
}

/** Counts the calls as their records are ended. */
export function countEnds(recorder: Recorder): {
  readonly recorder: Recorder;
  readonly ended: ReadonlyMap<string, Ended>;
} {
  const ended = new Map<string, Ended>();
  return {
    ended,
    recorder: {
      ...recorder,
      end(call, alongside) {
        const { calls, slotSeconds } = ended.get(call.end) ?? { calls: 0, slotSeconds: 0 };
        ended.set(call.end, { calls: calls + 1, slotSeconds: slotSeconds + (call.ran ?? 0) });
        recorder.end(call, alongside);
      },
    },
  };
}

/** How many calls wait, of each priority. */
export function waitingOf(live: CallsContext['live']): ReadonlyMap<Priority, number> {
  const waiting = new Map(PRIORITIES.map((priority): [Priority, number] => [priority, 0]));
  for (const { state, arrival } of live) {
    if (state !== 'waiting') continue;
    waiting.set(arrival.priority, (waiting.get(arrival.priority) ?? 0) + 1);
  }
  return waiting;
}
