import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Contender, Drill, Work } from './contender.ts';
import { Stopwatch, type Lap } from './stopwatch.ts';

/** How a lap of a drill is done. */
export interface Round {
  readonly drill: Drill;
  /** One store serves so many laps, and then comes a new one. */
  readonly laps: number;
  /** So many runs before the first lap of a store are not timed. */
  readonly warmUp: number;
  /** Nor are the first ones of each lap: meanwhile others have worked. */
  readonly lead: number;
  /** The runs of a lap that are timed. */
  readonly runs: number;
}

/** A worker that ends may have taken one or two runs more than it was to do. */
const SPARE = 5;

interface Store {
  readonly place: string;
  readonly drill: Drill;
  readonly work: Work;
  left: number;
}

/** Drills one contender lap by lap, on stores of its own in new folders below `folder`. */
export class Driller {
  readonly #contender: Contender;
  readonly #folder: string;
  #store: Store | null = null;

  constructor(contender: Contender, folder: string) {
    this.#contender = contender;
    this.#folder = folder;
  }

  /** Does a lap: on a new store where it is the first one, the store has served its laps, or the drill is another one. */
  async lap(round: Round): Promise<Lap> {
    try {
      const store = await this.#storeFor(round);
      const watch = new Stopwatch(round.lead, round.runs, {
        wall: () => performance.now() / 1000,
        processor: () => ownProcessor() + this.#contender.elsewhere(),
      });
      await store.work(round.lead + round.runs, watch.done);
      const lap = watch.lap();
      store.left -= 1;
      if (store.left === 0) await this.close();
      return lap;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Lets go of the store, where there is one. */
  async close(): Promise<void> {
    const store = this.#store;
    if (store === null) return;
    this.#store = null;
    await this.#contender.close();
    rmSync(store.place, { recursive: true, force: true });
  }

  async #storeFor({ drill, laps, warmUp, lead, runs }: Round): Promise<Store> {
    if (this.#store?.drill === drill) return this.#store;
    await this.close();
    const work = this.#contender.drills[drill];
    if (work === undefined) throw new Error(`This contender cannot be drilled to ${drill}.`);
    const place = mkdtempSync(join(this.#folder, 'store-'));
    this.#store = { place, drill, work, left: laps };
    const all = warmUp + laps * (lead + runs + SPARE);
    await this.#contender.fill(place, drill === 'complete' ? all : 0);
    await work(warmUp, () => undefined);
    return this.#store;
  }
}

function ownProcessor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
