import type { Instant, MachineName, Seconds } from '@hearth/words';
import { seconds } from '@hearth/words';

import { untilIdle } from '../machines/idle.ts';
import { toAdmission } from '../machines/models.ts';
import type { Watched } from '../machines/watch.ts';
import type { Desk } from './desk.ts';

/** What is needed to tell admission of the machines. */
export interface WelcomeOptions {
  readonly desk: Desk;
  readonly steady: () => Instant;
  /** How long what was sent before the start may keep a machine busy yet. */
  readonly bounds: ReadonlyMap<MachineName, Seconds>;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Tells admission how a machine is, each time that it was looked at. From the start until it is shown idle, or until
 * what may be left on it from before has had its time, nothing is sent to it.
 */
export function welcomeMachine(options: WelcomeOptions): (machine: Watched) => void {
  const { desk, steady, bounds, signal, log } = options;
  const startedAt = steady();
  const met = new Set<MachineName>();
  const drained = new Set<MachineName>();

  async function drain(machine: Watched): Promise<void> {
    const { name } = machine.declared;
    const passed = (steady() - startedAt) / 1000;
    const bound = seconds(Math.max(0, (bounds.get(name) ?? 0) - passed));
    const idle = await untilIdle({ machine, allowed: () => 0, bound, steady, signal });
    // Where nothing of ours was left there is nothing to prove.
    const proven = idle === 'proven' || !bounds.has(name);
    desk.tell({ type: 'drained', machine: name, call: null, proven });
  }

  return (machine) => {
    const { name } = machine.declared;
    desk.tell({ type: 'machine', machine: toAdmission(machine), draining: !met.has(name) });
    met.add(name);
    if (machine.state !== 'up' || drained.has(name)) return;
    drained.add(name);
    drain(machine).catch((error: unknown) => {
      if (signal.aborted) return;
      log(`error: whether ${name} is idle could not be found out: ${String(error)}`);
      desk.tell({ type: 'drained', machine: name, call: null, proven: false });
    });
  };
}
