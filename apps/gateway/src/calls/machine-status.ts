import { show } from '@hearth/admission';
import type { MachineStatus } from '@hearth/wire';
import type { MachineName } from '@hearth/words';

import { aliasesOf, contextOf, hintsOf, modelsOf } from '../machines/models.ts';
import type { Sight } from '../probes/look.ts';
import type { CallsContext } from './context.ts';

/** The machines as they are shown to people. */
export function showMachines(door: CallsContext): MachineStatus[] {
  const views = new Map(show(door.desk.state).machines.map((view) => [view.name, view]));
  return [...door.watch.machines.values()].map((machine) => {
    const { name, slots, api } = machine.declared;
    const view = views.get(name);
    const draining = view?.taken.filter((slot) => slot.draining).length ?? 0;
    return {
      name,
      url: machine.url,
      state: machine.state,
      api: machine.server?.name ?? api,
      slots,
      running: (view?.taken.length ?? 0) - draining,
      draining: Math.max(draining, view?.draining === true ? 1 : 0),
      proven_idle: view?.proven ?? true,
      models: modelsOf(machine).map((model) => ({
        name: model.name,
        loaded: model.state === 'loaded' && machine.look?.loading !== true,
        context: contextOf(machine, model.name),
        tokens_per_second:
          door.rates.of(name, model.name, model.whole).decode ??
          hintsOf(machine, model.name)?.tokensPerSecond ??
          null,
        aliases: aliasesOf(machine, model.name),
      })),
    };
  });
}

/** Whether a machine serves a model, as a probe wants to know it. */
export function sightOf({ watch }: CallsContext, name: MachineName): Sight {
  watch.want();
  const machine = watch.machines.get(name);
  if (machine === undefined) return { up: false, detail: `no machine is called "${name}"` };
  switch (machine.state) {
    case 'unknown':
      return { up: false, detail: 'it has not been looked at yet' };
    case 'down':
      return { up: false, detail: machine.detail };
    case 'up':
      if (machine.look?.loading === true) return { up: false, detail: machine.detail };
      if (modelsOf(machine).length === 0) return { up: false, detail: 'it has no model' };
      return { up: true, detail: null };
  }
}
