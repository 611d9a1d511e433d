import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { createClient, type HearthClient } from '@hearth/client';
import type { ClaimAnswer } from '@hearth/wire';

import { adopt } from './adopt.ts';
import { Attempt } from './attempt.ts';
import { claimLoop } from './claim-loop.ts';
import type { Environment } from './environment.ts';
import { Errands } from './errands.ts';
import type { House } from './house.ts';
import { lock, type Lock } from './lock.ts';
import { because, named, type Log } from './log.ts';
import { plainPlace } from './place-plain.ts';
import { scopePlace, systemctl } from './place-scope.ts';
import { bootId } from './process-table.ts';
import type { PlaceKind } from './records.ts';
import { Refusal } from './refusal.ts';
import { rest } from './sleep.ts';
import { KEEP, tidy, type Keep } from './tidy.ts';

/** What a runner is told at its start. */
export interface RunnerOptions {
  /** Its name, as the manifest declares it. */
  readonly name: string;
  /** The gateway's address. */
  readonly url: string;
  readonly key?: string | undefined;
  /** The data folder; the runner keeps to `runner/` in it. */
  readonly data: string;
  /** The classes that it serves, and how many runs of each it has at once. */
  readonly classes: ReadonlyMap<string, number>;
  readonly place: PlaceKind;
  /** The runner's own environment; a job gets of it what its place passes on. */
  readonly environment: Environment;
  readonly log: Log;
  /** How much output of old attempts is kept. */
  readonly keep?: Keep | undefined;
}

/** A runner at work. */
export interface Runner {
  /** Claims nothing more and leaves what runs to the next runner. */
  leave(): Promise<void>;
  /** Claims nothing more and stops what runs, then leaves. An end that cannot be told soon is told by the next runner. */
  shutDown(): Promise<void>;
  /** Rejects when the runner cannot go on. Its jobs do, and the next runner finds them. */
  readonly failed: Promise<never>;
}

/** How long a runner that is shut down waits for the gateway to hear of the ends, in seconds. */
const LAST_WORDS = 3;

/** Starts a runner: takes its folder, finds what an earlier one left, and claims. Rejects with a `Refusal`. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const client = clientOf(options);
  const folder = join(options.data, 'runner');
  try {
    await mkdir(folder, { recursive: true });
    await mkdir(join(folder, 'attempts'), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Refusal(`the data folder cannot be used: ${because(error)}`, { cause: error });
  }
  const taken = await lock(folder);
  if (taken === null) {
    throw new Refusal(
      `another runner already uses ${folder}: stop it, or give this one another data folder`,
    );
  }
  const work = new Work(options, client, await realpath(folder), taken);
  await work.begin();
  return work;
}

function clientOf(options: RunnerOptions): HearthClient {
  try {
    return createClient(options);
  } catch (error) {
    throw new Refusal(because(error), { cause: error });
  }
}

class Work implements Runner {
  readonly #options: RunnerOptions;
  readonly #house: House;
  readonly #lock: Lock;
  readonly #held = new Map<string, Attempt>();
  readonly #errands: Errands;
  readonly #leaving = new AbortController();
  readonly #enough = new AbortController();
  readonly #failed = Promise.withResolvers<never>();
  #changed: () => void = () => {};
  #claiming: Promise<void> = Promise.resolve();
  #tidying: Promise<void> = Promise.resolve();
  /** How many attempts have come to their end here. */
  #ended = 0;

  constructor(options: RunnerOptions, client: HearthClient, folder: string, taken: Lock) {
    const { name, environment, log } = options;
    const places = { plain: plainPlace(environment), scope: scopePlace(systemctl) };
    this.#options = options;
    this.#lock = taken;
    this.#house = {
      name,
      client: client.runner,
      folder,
      boot: bootId(),
      place: places[options.place],
      places,
      environment,
      log,
      leaving: this.#leaving.signal,
    };
    this.#errands = new Errands(this.#house);
    // Whoever does not wait for it has not asked.
    this.#failed.promise.catch(() => {});
  }

  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  async begin(): Promise<void> {
    const { name, url, classes, log } = this.#options;
    const adopted = await adopt(this.#house);
    for (const attempt of adopted) {
      log(
        `found ${named(attempt.record)}, attempt ${attempt.record.attempt_id}, of an earlier runner`,
      );
      this.#hold(attempt);
    }
    this.#tidy();
    const served = [...classes].map(([one, places]) => `${one} (${places})`).join(', ');
    log(`${name} serves ${served || 'no class'} for the gateway at ${url}`);
    this.#claiming = claimLoop(
      {
        claim: (request, signal) => this.#house.client.claim(name, request, { signal }),
        standing: () => ({
          boot_id: this.#house.boot,
          free: this.#free(),
          running: [...this.#held.values()].map(({ held }) => held),
        }),
        take: (answer) => this.#take(answer),
        onChange: (call) => (this.#changed = call),
        log,
      },
      this.#enough.signal,
    );
    this.#claiming.catch((error: unknown) => this.#failed.reject(error));
  }

  async leave(): Promise<void> {
    this.#enough.abort();
    this.#leaving.abort();
    await Promise.allSettled([this.#claiming, this.#tidying, ...this.#overs()]);
    await this.#errands.over();
    await this.#lock.release();
  }

  async shutDown(): Promise<void> {
    this.#enough.abort();
    for (const attempt of this.#held.values()) attempt.stop('shutdown');
    await Promise.allSettled([...this.#held.values()].map(({ gone }) => gone));
    const told = Promise.allSettled(this.#overs());
    await Promise.race([told, rest(LAST_WORDS, this.#leaving.signal)]);
    await this.leave();
  }

  #overs(): Promise<void>[] {
    return [...this.#held.values()].map(({ over }) => over);
  }

  /** The free places of each class that is served. */
  #free(): Record<string, number> {
    const living = [...this.#held.values()].filter((attempt) => attempt.living);
    const taken = (name: string): number =>
      living.filter(({ record }) => record.class === name).length;
    const { classes } = this.#options;
    return Object.fromEntries(
      [...classes].map(([name, places]) => [name, Math.max(0, places - taken(name))]),
    );
  }

  #take({ attempt: assignment, stop, errands }: ClaimAnswer): boolean {
    const sent = this.#errands.take(errands);
    const stopped = stop.filter(({ attempt_id, reason }) =>
      this.#held.get(attempt_id)?.stop(reason),
    );
    if (assignment === null || this.#held.has(assignment.attempt_id)) {
      return sent || stopped.length > 0;
    }
    const others = [...this.#held.values()].filter(
      ({ record }) => record.run_id === assignment.run_id,
    );
    for (const other of others) other.stop('stale');
    this.#hold(Attempt.start(this.#house, assignment, others));
    return true;
  }

  #hold(attempt: Attempt): void {
    this.#held.set(attempt.record.attempt_id, attempt);
    void this.#letGo(attempt);
  }

  async #letGo(attempt: Attempt): Promise<void> {
    try {
      await attempt.over;
    } catch (error) {
      if (this.#leaving.signal.aborted) return;
      // Nothing is said of an end that is not proven: the gateway goes on seeing it listed.
      const { log } = this.#options;
      log(
        `CANNOT GO ON with ${named(attempt.record)} until the runner is started again: ${because(error)}`,
      );
      return;
    }
    this.#held.delete(attempt.record.attempt_id);
    this.#changed();
    this.#ended += 1;
    const { keep = KEEP } = this.#options;
    // Every so often: looking through all that is kept costs more than one more of them.
    if (this.#ended % Math.max(1, Math.ceil(keep.least / 10)) === 0) this.#tidy();
  }

  /** One after another: two at once would remove the same. */
  #tidy(): void {
    const { keep = KEEP, log } = this.#options;
    this.#tidying = this.#tidying
      .then(() => tidy(join(this.#house.folder, 'attempts'), keep))
      .catch((error: unknown) => log(`cannot remove old attempts: ${because(error)}`));
  }
}
