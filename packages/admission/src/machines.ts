import type { MachineName } from '@hearth/words';

import { newStation, type Machine, type Station } from './machine.ts';
import type { Admission } from './state.ts';
import { tryAtOnce } from './trial.ts';

/** Takes note of how a machine is; one that was away and is back is tried again at once. */
export function seeMachine(state: Admission, seen: Machine, draining: boolean): void {
  const machine: Machine = { ...seen, models: new Map(seen.models), apis: new Set(seen.apis) };
  const known = state.machines.get(machine.name);
  const station = known ?? newStation(machine);
  if (machine.up && !station.machine.up) tryAtOnce(station);
  station.machine = machine;
  station.gone = false;
  station.draining ||= draining;
  if (known === undefined) state.machines.set(machine.name, station);
}

/** Takes note that a machine is declared no more. What holds its slots goes on holding them. */
export function loseMachine(state: Admission, name: MachineName): void {
  const station = state.machines.get(name);
  if (station === undefined) return;
  station.machine = { ...station.machine, up: false, answeredAt: null, slots: 0 };
  station.gone = true;
  forgetIfGone(state, station);
}

/** Forgets a machine that is declared no more, once it is known to be busy with nothing. */
export function forgetIfGone(state: Admission, station: Station): void {
  const isBusy = station.draining || station.held.size > 0;
  if (station.gone && !isBusy) state.machines.delete(station.machine.name);
}
