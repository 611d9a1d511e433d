import type { Call } from './call.ts';
import { isServing, type Machine, type Station } from './machine.ts';
import type { Admission } from './state.ts';
import { isOnTrial } from './trial.ts';

/** How a call could be served by a machine, and by which model. */
export interface Fit {
  /** The model runs there; it can be loaded, since the machine is idle; it could be, once it is idle. */
  readonly kind: 'runs' | 'loads' | 'later';
  readonly model: string;
}

/** What matters of a machine for the fit of any call. */
export interface Look {
  readonly machine: Machine;
  /** The model of the calls on it, when all are for one; it may still be about to be loaded for them. */
  readonly only: string | null;
  /** True when the models of all calls on it were seen loaded. */
  readonly isSettled: boolean;
  /** True when nothing is on the machine and nothing is being loaded. */
  readonly isIdle: boolean;
}

/** Looks at a machine. */
export function lookAt({ machine, held }: Station): Look {
  let only: string | null = null;
  let isOneModel = true;
  let isSettled = true;
  for (const { model } of held.values()) {
    only ??= model;
    if (model !== only) isOneModel = false;
    if (machine.models.get(model) !== 'loaded') isSettled = false;
  }
  let isIdle = held.size === 0;
  if (isIdle) for (const state of machine.models.values()) if (state === 'loading') isIdle = false;
  return { machine, only: isOneModel ? only : null, isSettled, isIdle };
}

/** Looks at the other machines that serve: what runs there need not be loaded here. */
export function lookElsewhere(state: Admission, station: Station): Look[] {
  const looks: Look[] = [];
  for (const other of state.machines.values()) {
    if (other !== station && isServing(other) && !isOnTrial(state, other)) {
      looks.push(lookAt(other));
    }
  }
  return looks;
}

/**
 * How a machine could serve the call, its slots aside, or null. Calls for one model may always be together;
 * beside calls for another, both models have to be loaded. A model is only loaded while the machine is
 * idle: a swap under a running call would kill it.
 */
export function fitOf({ machine, only, isSettled, isIdle }: Look, call: Call): Fit | null {
  if (!machine.apis.has(call.api)) return null;
  const model = call.model ?? only ?? whateverIsLoaded(machine);
  if (model === null) return null;
  if (model === only) return { kind: 'runs', model };

  const state = machine.models.get(model);
  if (state === undefined || state === 'loading') return null;
  if (state === 'loaded' && isSettled) return { kind: 'runs', model };
  return { kind: isIdle ? 'loads' : 'later', model };
}

/** What a call gets that names no model; where nothing is loaded, the first model that can be. */
function whateverIsLoaded({ models }: Machine): string | null {
  for (const wanted of ['loaded', 'loading', 'loadable'] as const) {
    for (const [model, state] of models) if (state === wanted) return model;
  }
  return null;
}
