/**
 * The door to the model: every call of the house comes in here, waits for its slot, is sized, sent, followed, recorded
 * and charged. `createDoor` puts the parts together; what one call does is in `model-call.ts`.
 *
 * @module
 */
import type { Manifest } from '@hearth/manifest';
import type { Queue } from '@hearth/queue';
import type { MachineStatus, Status } from '@hearth/wire';
import type {
  BudgetName,
  CallId,
  Instant,
  MachineName,
  RunId,
  Seconds,
  Tokens,
} from '@hearth/words';
import type { RequestListener } from 'node:http';

import type { Identities } from '../http/caller.ts';
import { openRateBook } from '../machines/rate-book.ts';
import { steadyInstant, watchMachines } from '../machines/watch.ts';
import type { Sight } from '../probes/look.ts';
import { capWithout, type CappedCall } from './cap-without.ts';
import { closeDoor } from './close.ts';
import type { CallsContext } from './context.ts';
import { openDesk } from './desk.ts';
import { excuseFor } from './excuse.ts';
import { countEnds, waitingOf, type CallFigures } from './figures.ts';
import { foresee, type Foreseen } from './foresee.ts';
import { openLedger, type BudgetLeft } from './ledger.ts';
import { showMachines, sightOf } from './machine-status.ts';
import { createBodyReader } from './read-body.ts';
import { createRecorder } from './record.ts';
import { closeLost } from './restart.ts';
import { serve } from './routes.ts';
import { createSender } from './send.ts';
import { createTypical } from './typical.ts';
import { welcomeMachine } from './welcome.ts';

/** What the door needs from outside. */
export interface DoorOptions {
  readonly manifest: Manifest;
  /** Where each machine is: as it was declared, or as the command line says. */
  readonly machineUrls: ReadonlyMap<MachineName, string>;
  readonly queue: Queue;
  readonly identities: Identities;
  /** The wall clock. */
  readonly now: () => Instant;
  readonly monotonic: () => Seconds;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: (line: string) => void;
  /** Called when a machine or a budget is not as it was: whoever schedules runs should look again. */
  readonly changed: () => void;
}

/** The calling half of the gateway. */
export interface Door {
  /** Answers a request to the model side. Errors have the shape of the API that was called. */
  readonly answer: RequestListener;
  machines(): MachineStatus[];
  /** Up while the machine serves a model. */
  sight(machine: MachineName): Sight;
  counts(): Status['calls'];
  figures(): CallFigures;
  /** When each waiting call is likely to get its slot. */
  foresee(): ReadonlyMap<CallId, Foreseen>;
  /** Writes what is noted of calls: to be called before their record is read. */
  flush(): void;
  /** The cap that a call would get, had its caller set none. */
  capWithout(call: CappedCall): Tokens | null;
  budgetLeft(budget: BudgetName, now: Instant): BudgetLeft;
  /** What hearth itself did to a call of this run since then: "hearth cut its call at a restart"; else null. */
  excuse(run: RunId, since: Instant): string | null;
  /** Refuses the waiting, lets the running go on for at most `grace`, then cancels them and closes. */
  close(grace: Seconds): Promise<void>;
}

/** Opens the door. Calls that a gateway which is gone left open are closed and charged before the first is let in. */
export function createDoor(options: DoorOptions): Door {
  const { manifest, machineUrls, queue, now, monotonic, random, log, changed } = options;
  const steady = (): Instant => steadyInstant(monotonic());
  const desk = openDesk(steady);
  const rates = openRateBook(queue, now);
  const ledger = openLedger({ manifest, queue, now, steady });
  const bounds = closeLost(queue, rates, ledger, now(), log);
  const live: CallsContext['live'] = new Set();
  const stopping = new AbortController();
  const closed = new Set<BudgetName>();

  const watch = watchMachines({
    machines: manifest.machines.values(),
    urls: machineUrls,
    steady,
    random,
    inUse: (machine) => desk.state.machines.get(machine)?.held.size !== 0,
    looked(machine, isNew) {
      welcome(machine);
      if (isNew) changed();
    },
    log,
  });
  const welcome = welcomeMachine({ desk, steady, bounds, signal: stopping.signal, log });
  for (const machine of watch.machines.values()) welcome(machine);

  const ends = countEnds(createRecorder(queue, log));
  const door: CallsContext = {
    manifest,
    queue,
    identities: options.identities,
    desk,
    watch,
    senders: new Map(
      [...watch.machines].map(([machine, { url }]) => [machine, createSender(url)] as const),
    ),
    rates,
    ledger,
    typical: createTypical(),
    recorder: ends.recorder,
    bodies: createBodyReader(),
    live,
    now,
    steady,
    random,
    log,
    changed,
    tellBudget(budget) {
      const allowance = ledger.allowance(budget, door.typical.of(`budget ${budget}`));
      const isClosed = allowance.closedUntil !== null;
      const wasClosed = closed.has(budget);
      if (isClosed) closed.add(budget);
      else closed.delete(budget);
      desk.tell({ type: 'budget', budget: `budget ${budget}`, allowance });
      if (isClosed !== wasClosed) changed();
    },
  };
  for (const budget of manifest.budgets.keys()) door.tellBudget(budget);

  return {
    answer: (incoming, outgoing) => void serve(door, incoming, outgoing),
    machines() {
      watch.want();
      return showMachines(door);
    },
    sight: (machine) => sightOf(door, machine),
    counts() {
      const counts = { waiting: 0, running: 0, draining: 0, over: 0 };
      for (const { state } of live) counts[state] += 1;
      const { over: _, ...shown } = counts;
      return shown;
    },
    foresee: () => foresee(door),
    figures: () => ({
      waiting: waitingOf(live),
      ended: ends.ended,
      machines: showMachines(door),
    }),
    flush: () => ends.recorder.flush(),
    capWithout: (call) => capWithout(door, call),
    budgetLeft: (budget, at) => ledger.left(budget, at),
    excuse: (run, since) => excuseFor(door, run, since),
    async close(grace) {
      await closeDoor(door, grace);
      stopping.abort(new Error('The gateway is being stopped.'));
      watch.close();
      for (const sender of door.senders.values()) sender.close();
    },
  };
}
