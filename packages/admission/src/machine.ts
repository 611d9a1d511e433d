import { NO_TURNS_YET, type TurnState } from '@hearth/turns';
import type { CallId, Instant, MachineName, Priority } from '@hearth/words';

import type { HeldCall } from './call.ts';
import { newShare, type BudgetParty, type Share } from './share.ts';

/** `loaded` answers at once, `loadable` has to be loaded first, `loading` is on its way. */
export type ModelState = 'loaded' | 'loadable' | 'loading';

/** A machine as it was last seen. */
export interface Machine {
  readonly name: MachineName;
  /** How many calls it takes at once. */
  readonly slots: number;
  /** True while it is reachable. */
  readonly up: boolean;
  /** When it last answered, or null when it never has. */
  readonly answeredAt: Instant | null;
  readonly models: ReadonlyMap<string, ModelState>;
  /** The families of APIs that it speaks. */
  readonly apis: ReadonlySet<string>;
}

/** What is known and remembered of a machine. */
export interface Station {
  machine: Machine;
  /** True once it is declared no more; it is forgotten once it is busy with nothing. */
  gone: boolean;
  /** True while it may be busy with what nobody here knows of. */
  draining: boolean;
  /** False after a slot was freed without proof that the machine is idle. */
  proven: boolean;
  /** Failures in a row, and the instant of the next trial once there were too many. */
  failures: number;
  trialAt: Instant | null;
  readonly held: Map<CallId, HeldCall>;
  /** The turns of the calls that are overdue here. */
  turns: TurnState;
  /** Who has had how much of this machine, for each priority. */
  readonly shares: Record<Priority, Share<BudgetParty>>;
}

/** A machine that is new here. */
export function newStation(machine: Machine): Station {
  return {
    machine,
    gone: false,
    draining: false,
    proven: true,
    failures: 0,
    trialAt: null,
    held: new Map(),
    turns: NO_TURNS_YET,
    shares: {
      interactive: newShare(),
      user: newShare(),
      batch: newShare(),
      'best-effort': newShare(),
    },
  };
}

/** True when it takes calls as such, whether or not a slot is free just now. */
export function isServing(station: Station): boolean {
  return station.machine.up && !station.draining && station.machine.slots > 0;
}

/** Whether this machine, as it was last seen, serves such calls at all. */
export function couldServe(
  station: Station,
  call: { readonly model: string | null; readonly api: string },
): boolean {
  const { models, apis, slots } = station.machine;
  if (slots === 0 || !apis.has(call.api)) return false;
  return call.model === null ? models.size > 0 : models.has(call.model);
}
