import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { createRunnerClient, type RunnerClient } from '@hearth/client/runner';
import { thisMachine } from '@hearth/slices';
import type { ClaimAnswer } from '@hearth/wire';

import { adopt } from './adopt.ts';
import { Attempt } from './attempt.ts';
import { claimLoop } from './claim-loop.ts';
import type { Environment } from './environment.ts';
import { Errands } from './errands.ts';
import type { House } from './house.ts';
import { instanceOf } from './instance.ts';
import type { ServedClass } from './list-classes.ts';
import { lock, type Lock } from './lock.ts';
import { because, named, type Log } from './log.ts';
import { plainPlace } from './place-plain.ts';
import { scopePlace } from './place-scope.ts';
import { bootId } from './process-table.ts';
import type { PlaceKind } from './records.ts';
import { Refusal } from './refusal.ts';
import { Served } from './served.ts';
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
  /** The classes that it serves. */
  readonly classes: ReadonlyMap<string, ServedClass>;
  readonly place: PlaceKind;
  /** The runner's own environment; a job gets of it what its place passes on. */
  readonly environment: Environment;
  readonly log: Log;
  /** How much output of old attempts is kept. */
  readonly keep?: Keep | undefined;
  /** So many bytes of the output of a run are kept; 16 MiB by default. */
  readonly outputCap?: number | undefined;
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

/** What of one run's output a small machine can spare: 16 MiB. A person reads less, and a program has files. */
const OUTPUT_CAP = 16 * 2 ** 20;

/** The limits of classes whose runs are going, and those that are refused, are looked at so often, in seconds. */
const LOOK_EVERY = 60;

/** How long a runner that is shut down waits for the gateway to hear of the ends, in seconds. */
const LAST_WORDS = 3;

/** Starts a runner: takes its folder, finds what an earlier one left, and claims. Rejects with a `Refusal`. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const client = clientOf(options);
  const folder = join(options.data, 'runner');
  try {
    await mkdir(folder, { recursive: true });
    await mkdir(join(folder, 'attempts'), { recursive: true, mode: 0o750 });
  } catch (error) {
    throw new Refusal(`the data folder cannot be used: ${because(error)}`, { cause: error });
  }
  const taken = await lock(folder);
  if (taken === null) {
    throw new Refusal(
      `another runner already uses ${folder}: stop it, or give this one another data folder`,
    );
  }
  const instance = await instanceOf(folder);
  const work = new Work(options, { client, folder: await realpath(folder), instance, taken });
  await work.begin();
  return work;
}

function clientOf(options: RunnerOptions): RunnerClient {
  try {
    return createRunnerClient(options);
  } catch (error) {
    throw new Refusal(because(error), { cause: error });
  }
}

class Work implements Runner {
  readonly #options: RunnerOptions;
  readonly #house: House;
  readonly #lock: Lock;
  readonly #instance: string;
  readonly #served: Served;
  readonly #held = new Map<string, Attempt>();
  readonly #errands: Errands;
  readonly #leaving = new AbortController();
  readonly #enough = new AbortController();
  readonly #failed = Promise.withResolvers<never>();
  #changed: () => void = () => {};
  #claiming: Promise<void> = Promise.resolve();
  #tidying: Promise<void> = Promise.resolve();
  #looking: Promise<void> = Promise.resolve();
  /** How many attempts have come to their end here. */
  #ended = 0;

  constructor(
    options: RunnerOptions,
    own: {
      readonly client: RunnerClient;
      readonly folder: string;
      readonly instance: string;
      readonly taken: Lock;
    },
  ) {
    const { name, environment, log, outputCap = OUTPUT_CAP } = options;
    const places = { plain: plainPlace(environment), scope: scopePlace(thisMachine) };
    const { client, folder, instance, taken } = own;
    this.#options = options;
    this.#lock = taken;
    this.#instance = instance;
    this.#served = new Served({ ...options, place: places[options.place] });
    this.#house = {
      name,
      client,
      folder,
      boot: bootId(),
      place: places[options.place],
      places,
      environment,
      outputCap,
      refuse: (className, reason) => this.#served.refuse(className, reason),
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
    await this.#served.lookAtAll();
    const served = Object.keys(this.#served.free(() => 0)).map(
      (one) => `${one} (${classes.get(one)?.concurrency})`,
    );
    log(`${name} serves ${served.join(', ') || 'no class'} for the gateway at ${url}`);
    this.#looking = this.#lookAgain();
    this.#claiming = claimLoop(
      {
        claim: (request, signal) => this.#house.client.claim(name, request, { signal }),
        standing: () => ({
          boot_id: this.#house.boot,
          instance: this.#instance,
          free: this.#served.free((className) => this.#going().get(className) ?? 0),
          refused: this.#served.refused,
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
    await Promise.allSettled([this.#claiming, this.#tidying, this.#looking, ...this.#overs()]);
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

  /** How many runs of each class are going. */
  #going(): Map<string, number> {
    const going = new Map<string, number>();
    for (const { living, record } of this.#held.values()) {
      if (living) going.set(record.class, (going.get(record.class) ?? 0) + 1);
    }
    return going;
  }

  /** Looks now and then whether the limits of the classes still hold, until the runner leaves. */
  async #lookAgain(): Promise<void> {
    const { signal } = this.#leaving;
    for (;;) {
      await rest(LOOK_EVERY, signal);
      if (signal.aborted) return;
      try {
        if (await this.#served.lookAgain(new Set(this.#going().keys()))) this.#changed();
      } catch (error) {
        this.#options.log(`cannot see whether the limits of the classes hold: ${because(error)}`);
      }
    }
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
    if (this.#ended % keep.every === 0) this.#tidy();
  }

  /** One after another: two at once would remove the same. */
  #tidy(): void {
    const { keep = KEEP, log } = this.#options;
    this.#tidying = this.#tidying
      .then(() => tidy(join(this.#house.folder, 'attempts'), keep, Date.now()))
      .catch((error: unknown) => log(`cannot remove old attempts: ${because(error)}`));
  }
}
