import type { MachineStatus } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { remark, sayJson, type Io } from '../io.ts';
import { slotRemarks, UNPROVEN } from '../show/slots.ts';
import { upMark } from '../show/state.ts';
import { table } from '../show/table.ts';
import { DASH } from '../show/when.ts';

/** How to list them. */
export interface MachinesOptions extends GatewayOptions {
  readonly json?: boolean | undefined;
}

/** `hearth machines`: the machines that serve models, a row for each of their models. */
export async function machines(io: Io, options: MachinesOptions): Promise<number> {
  const list = await connect(options).machines();
  if (options.json === true) {
    sayJson(io, list);
    return 0;
  }
  if (list.machines.length === 0) {
    remark(io, 'the manifest declares no machine');
    return 0;
  }
  table(
    io,
    [
      { title: 'machine' },
      { title: 'state', mark: upMark },
      { title: 'api' },
      { title: 'slots', mark: (text) => (text.endsWith(UNPROVEN) ? 'yellow' : null) },
      { title: 'model', cut: true },
      { title: 'loaded' },
      { title: 'context', right: true },
      { title: 'tokens/s', right: true },
      { title: 'url', cut: true },
    ],
    list.machines.flatMap(rows),
  );
  return 0;
}

function rows(machine: MachineStatus): string[][] {
  const { name, state, api, slots, running, url } = machine;
  const taken = [`${running} of ${slots}`, ...slotRemarks(machine)].join(', ');
  const head = [name, state, api, taken];
  if (machine.models.length === 0) return [[...head, DASH, DASH, DASH, DASH, url]];
  return machine.models.map((model, index) => [
    ...(index === 0 ? head : ['', '', '', '']),
    model.name,
    model.loaded ? 'yes' : 'no',
    model.context === null ? DASH : String(model.context),
    model.tokens_per_second === null ? DASH : model.tokens_per_second.toFixed(1),
    index === 0 ? url : '',
  ]);
}
