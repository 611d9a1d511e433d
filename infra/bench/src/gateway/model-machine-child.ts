/**
 * The process of a simulated machine: `model-machine-child.ts KIND RATE`. It says by IPC where it is, and tells what
 * it has seen since the last time whenever it is asked. It ends with its parent.
 */
import { KINDS, startMachine, type MachineEvent } from '@hearth/test-kit';
import { tokens } from '@hearth/words';

import type { Stay, Told } from './model-machine.ts';

const [kindName = '', rate = ''] = process.argv.slice(2);
const kind = KINDS.find((known) => known === kindName);
if (kind === undefined) throw new Error(`No machine is of the kind "${kindName}".`);

const machine = await startMachine({
  kind,
  models: [{ name: 'tiny', context: tokens(32_768) }],
  tokensPerSecond: Number(rate),
  answer: tokens(8),
});

type Open = { -readonly [Field in keyof Stay]: Stay[Field] };
let stays: Open[] = [];
const inside = new Map<number, Open>();
let latest: MachineEvent | undefined;

// It is asked at each change, of which an event is one; so none is missed, nor forgotten as the machine's own are, and each is
// timed more finely than in whole milliseconds.
machine
  .until(() => {
    const event = machine.events.at(-1);
    if (event !== undefined && event !== latest) note(event);
    latest = event;
    return false;
  })
  .catch(() => undefined);

function note({ kind: what, request }: MachineEvent): void {
  const at = performance.now();
  if (what === 'asked') {
    const stay: Open = { from: at, until: null };
    stays.push(stay);
    inside.set(request.id, stay);
  } else if (what !== 'generating' && what !== 'first-token' && what !== 'peer-gone') {
    const stay = inside.get(request.id);
    if (stay !== undefined) stay.until = at;
    inside.delete(request.id);
  }
}

process.on('message', () => {
  process.send?.({ stays, mostAtOnce: machine.mostAtOnce } satisfies Told);
  stays = [...inside.values()];
});
process.once('disconnect', () => process.exit());
process.send?.(machine.url);
