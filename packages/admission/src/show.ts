import type { CallId, Instant, MachineName, Priority } from '@hearth/words';

import type { Station } from './machine.ts';
import type { Admission } from './state.ts';
import { isOnTrial } from './trial.ts';

/** A slot that is taken, and by what. */
export interface SlotView {
  readonly call: CallId;
  readonly priority: Priority;
  readonly budget: string;
  readonly caller: string;
  readonly model: string;
  readonly admittedAt: Instant;
  /** When it is expected to be free. */
  readonly endsAt: Instant;
  /** True when the call was cancelled and the machine may still be working on it. */
  readonly draining: boolean;
}

/** A machine, for people to look at. */
export interface MachineView {
  readonly name: MachineName;
  readonly up: boolean;
  readonly slots: number;
  readonly taken: readonly SlotView[];
  /** True while nothing is admitted because the machine may be busy with what nobody here knows of. */
  readonly draining: boolean;
  /** False when its last slot was freed without proof that it is idle. */
  readonly proven: boolean;
  /** How often it failed in a row, once that is too often, and from when it may be tried again. */
  readonly trial: { readonly failures: number; readonly at: Instant } | null;
}

/** The slots and the queue, for people to look at. */
export interface AdmissionView {
  readonly machines: readonly MachineView[];
  readonly waiting: number;
  readonly waitingBytes: number;
  readonly restarting: boolean;
}

/** Shows the slots and the queue as they are. */
export function show(state: Admission): AdmissionView {
  return {
    machines: Array.from(state.machines.values(), (station) => showMachine(state, station)),
    waiting: state.waiting.size,
    waitingBytes: state.waitingBytes,
    restarting: state.restarting,
  };
}

function showMachine(state: Admission, station: Station): MachineView {
  const { name, up, slots } = station.machine;
  const taken = Array.from(station.held.values(), (held): SlotView => {
    const { id, priority, budget, caller } = held.call;
    const { model, admittedAt, endsAt, draining } = held;
    return { call: id, priority, budget, caller, model, admittedAt, endsAt, draining };
  });
  const { draining, proven, failures, trialAt } = station;
  const trial = isOnTrial(state, station) ? { failures, at: trialAt ?? state.now } : null;
  return { name, up, slots, taken, draining, proven, trial };
}
