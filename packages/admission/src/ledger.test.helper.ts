import type { CallId, Instant, MachineName } from '@hearth/words';

import type { Call } from './call.ts';
import type { AdmissionEvent } from './events.ts';
import type { Moment } from './history.test.helper.ts';
import type { Machine } from './machine.ts';

/** What became of a call. */
export type Fate = 'waiting' | 'admitted' | 'refused' | 'left';

/** A call as an onlooker knows it. */
export interface SeenCall {
  readonly call: Call;
  readonly arrivedAt: Instant;
  fate: Fate;
  /** The machine where it holds a slot, or null. */
  on: MachineName | null;
  model: string | null;
  draining: boolean;
}

/**
 * Keeps books by the events and actions alone, without a look at the state: what an onlooker knows.
 * It says when an action is impossible for a call as it stands.
 */
export class Ledger {
  readonly calls: Map<CallId, SeenCall> = new Map();
  readonly machines: Map<MachineName, { machine: Machine; draining: boolean }> = new Map();
  /** Sentences about actions that should not have been. */
  readonly wrongs: string[] = [];
  restarting = false;

  note({ event, actions }: Moment): void {
    this.#noteEvent(event);
    for (const action of actions) {
      const seen = this.calls.get(action.call);
      if (seen?.fate !== 'waiting') {
        this.wrongs.push(
          `call ${action.call} was ${seen?.fate ?? 'unknown'} before ${action.type}`,
        );
        continue;
      }
      seen.fate = action.type === 'admit' ? 'admitted' : 'refused';
      if (action.type === 'refuse') continue;
      this.#check(seen.call, action.machine, action.model);
      seen.on = action.machine;
      seen.model = action.model;
    }
  }

  /** The calls that hold slots of a machine. */
  on(machine: MachineName): SeenCall[] {
    return [...this.calls.values()].filter((one) => one.on === machine);
  }

  with(fate: Fate): SeenCall[] {
    return [...this.calls.values()].filter((one) => one.fate === fate);
  }

  #check(call: Call, name: MachineName, model: string): void {
    const on = this.machines.get(name);
    const held = this.on(name);
    const isRight = {
      'on a machine that is up and not draining': on?.machine.up === true && !on.draining,
      'into a free slot': held.length < (on?.machine.slots ?? 0),
      'where its API is spoken': on?.machine.apis.has(call.api) === true,
      'with its model': call.model === null || call.model === model,
      'with a model that the machine has': on?.machine.models.has(model) === true,
      'beside calls for the same model, or for others that are loaded too':
        held.every((one) => one.model === model) ||
        [model, ...held.map((one) => one.model)].every(
          (one) => one !== null && on?.machine.models.get(one) === 'loaded',
        ),
      'before the restart': !this.restarting,
    };
    for (const [rule, holds] of Object.entries(isRight)) {
      if (!holds) this.wrongs.push(`call ${call.id} was not admitted ${rule}`);
    }
  }

  #noteEvent(event: AdmissionEvent): void {
    switch (event.type) {
      case 'arrive': {
        const { call, now: arrivedAt } = event;
        const fresh = { on: null, model: null, draining: false };
        this.calls.set(call.id, { call, arrivedAt, fate: 'waiting', ...fresh });
        break;
      }
      case 'hangUp':
      case 'cancelled': {
        const seen = this.calls.get(event.call);
        if (seen?.fate === 'waiting') seen.fate = 'left';
        else if (seen !== undefined) seen.draining = true;
        break;
      }
      case 'ended': {
        const seen = this.calls.get(event.call);
        if (seen !== undefined) seen.on = null;
        break;
      }
      case 'drained': {
        const on = this.machines.get(event.machine);
        if (on !== undefined && event.call === null) on.draining = false;
        for (const one of this.on(event.machine)) {
          const isMeant = event.call === null ? event.proven : event.call === one.call.id;
          if (isMeant && one.draining) one.on = null;
        }
        break;
      }
      case 'machine': {
        const draining = this.machines.get(event.machine.name)?.draining ?? false;
        this.machines.set(event.machine.name, {
          machine: event.machine,
          draining: draining || event.draining,
        });
        break;
      }
      case 'machineGone':
        this.#lose(event.machine);
        break;
      case 'drainForShutdown':
        this.restarting = true;
        break;
      default:
    }
  }

  #lose(name: MachineName): void {
    const on = this.machines.get(name);
    if (on !== undefined) on.machine = { ...on.machine, up: false };
  }
}
