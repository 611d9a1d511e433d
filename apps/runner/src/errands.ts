import type { Errand } from '@hearth/wire';

import { deliver } from './deliver.ts';
import { plainBasics } from './environment.ts';
import { carryOut, type ErrandOptions } from './errand.ts';
import type { House } from './house.ts';
import { because } from './log.ts';
import { rest } from './sleep.ts';

/** So many errands are carried out at a time; more of them wait. */
const AT_ONCE = 4;
/** A report is tried for so long, in milliseconds. The gateway does not wait for it any longer. */
const REPORTED_WITHIN = 10_000;
/** A killed process is gone within so many seconds, or hangs on a disk or is another user's. */
const ENDED_WITHIN = 3;

/** What the runner does for the gateway beside its attempts: short commands, which take no place of any class. */
export class Errands {
  readonly #house: House;
  readonly #options: ErrandOptions;
  readonly #known = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(house: House) {
    this.#house = house;
    this.#options = {
      environment: plainBasics(house.environment),
      signal: house.leaving,
      log: house.log,
    };
  }

  /** Takes what a claim brought, and answers whether any of it was new. */
  take(errands: readonly Errand[]): boolean {
    let taken = false;
    for (const errand of errands) {
      const { errand_id: id } = errand;
      if (this.#known.has(id)) continue;
      this.#known.set(
        id,
        this.#do(errand).finally(() => this.#known.delete(id)),
      );
      taken = true;
    }
    return taken;
  }

  /** Resolves when none is left, which the runner's leaving sees to, or when one cannot be ended. */
  async over(): Promise<void> {
    const ended = new AbortController();
    const all = Promise.all(this.#known.values()).finally(() => ended.abort());
    await Promise.race([all, rest(ENDED_WITHIN, ended.signal)]);
  }

  async #do(errand: Errand): Promise<void> {
    const { name, client, leaving, log } = this.#house;
    const report = await this.#inTurn(() => carryOut(errand, this.#options));
    // The gateway hears of those that are cut short by its own clock: how they would have ended nobody knows.
    if (leaving.aborted) return;
    const what = `the end of command ${errand.command[0]}`;
    const signal = AbortSignal.any([leaving, AbortSignal.timeout(REPORTED_WITHIN)]);
    try {
      const post = (): Promise<void> => client.errand(name, errand.errand_id, report, { signal });
      const delivery = await deliver(what, post, { signal, log });
      if (delivery === 'stale') log(`${what} was not wanted: it came too late`);
    } catch (error) {
      if (!leaving.aborted) log(`${what} could not be reported in time: ${because(error)}`);
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running += 1;
    // Whoever ends hands over the place.
    else await new Promise<void>((next) => this.#waiting.push(next));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
