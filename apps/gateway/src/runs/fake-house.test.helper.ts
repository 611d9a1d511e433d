import { readManifest } from '@hearth/manifest';
import { openQueue, type AttemptEnded, type Queue } from '@hearth/queue';
import { Line, type Notice, type ProbeStanding } from '@hearth/scheduler';
import { temporaryFolder } from '@hearth/test-kit';
import type { Assignment, ClaimRequest } from '@hearth/wire';
import {
  after,
  epoch,
  instant,
  name,
  seconds,
  type AttemptId,
  type Ending,
  type Instant,
  type ProbeName,
  type RunnerName,
} from '@hearth/words';

import { createBell } from '../bell.ts';
import { assign } from './assign.ts';
import type { RunsContext } from './context.ts';
import { createEstimates } from './estimates.ts';
import { finish } from './finish.ts';
import { reconcile, stopOrders } from './reconcile.ts';
import { Runners } from './runners.ts';
import { lookOnce } from './scheduler.ts';

const pi = name<RunnerName>('pi');

/** The real queue and the real scheduling, with a clock, probes and a runner that the test moves. */
export class FakeHouse implements Disposable {
  now: Instant;
  /** The probes that are down, and since when. */
  readonly down: Map<string, Instant> = new Map();
  /** What the runner holds, as it was given. */
  held: Assignment[] = [];
  readonly notices: Notice[] = [];
  readonly lines: string[] = [];
  queue: Queue;
  context: RunsContext;
  readonly #yaml: string;
  readonly #folder: string;
  #lastLook: Instant;
  #boot = 1;
  #tokens = 0;

  /** A house over the manifest in `yaml`, at an instant like `2026-03-27T20:00:00Z`. */
  constructor(folder: string, yaml: string, start: string) {
    this.#folder = folder;
    this.#yaml = yaml;
    this.now = instant(Date.parse(start));
    this.#lastLook = this.now;
    this.queue = this.#open();
    this.context = this.#compose();
    this.look();
  }

  [Symbol.dispose](): void {
    this.queue.close();
  }

  /** Does all that is due now. */
  look(): void {
    lookOnce(this.context, { trusts: () => true, isSynchronised: () => true }, this.#lastLook);
    this.#lastLook = this.now;
  }

  /** Moves the clock by so many seconds, with a look each `stride`, as the timer of the scheduler would take. */
  wait(length: number, stride = 300): void {
    for (let left = length; left > 0; left -= stride) {
      this.now = after(this.now, seconds(Math.min(stride, left)));
      this.look();
    }
  }

  /** Moves the clock to a later instant like `2026-03-27T20:00:00Z`. */
  waitUntil(text: string): void {
    this.wait((Date.parse(text) - this.now) / 1000);
  }

  /** The clock jumps, and nobody looked in between: the machine was off or asleep. */
  sleepUntil(text: string): void {
    this.now = instant(Date.parse(text));
    this.look();
  }

  /** The runner asks for work with room for all, and starts what it gets. */
  claim(): Assignment | null {
    const request = this.#heard(9);
    const got = assign(this.context, pi, request);
    if (got === null) return null;
    this.held.push(got);
    this.queue.started({
      attemptId: name<AttemptId>(got.attempt_id),
      epoch: epoch(got.epoch),
      place: 'a process',
      at: this.now,
    });
    return got;
  }

  /** What the runner is told to stop. */
  stops(): readonly string[] {
    const orders = stopOrders(this.context, pi, this.#request(0));
    return orders.map(({ attempt_id, reason }) => `${attempt_id.split('-')[0]} ${reason}`);
  }

  /** The runner reports an end; a success, and what the test is about. */
  end(
    one: Assignment,
    ending: Partial<Ending> = { code: 0 },
    about: { duration?: number; excuse?: string | null } = {},
  ): AttemptEnded {
    this.held = this.held.filter((other) => other !== one);
    const ended = finish(this.context, {
      attemptId: name<AttemptId>(one.attempt_id),
      epoch: epoch(one.epoch),
      ending: { outcome: 'exited', code: null, signal: null, evidence: null, ...ending },
      duration: seconds(about.duration ?? 42),
      outputBytes: null,
      lastOutput: null,
      excuse: about.excuse ?? null,
    });
    this.look();
    return ended;
  }

  /** The runner says what it holds, and wants nothing. */
  hear(): void {
    this.#heard(0);
  }

  /** The runner's machine was started anew: it holds nothing any more, and says so. */
  reboot(): void {
    this.held = [];
    this.#boot += 1;
    this.#heard(0);
  }

  /** The gateway was started anew. */
  reopen(): void {
    this.queue.close();
    this.queue = this.#open();
    this.context = this.#compose();
    this.#heard(9);
  }

  #heard(free: number): ClaimRequest {
    const request = this.#request(free);
    this.context.runners.heard(pi, request, this.now);
    reconcile(this.context, pi, request);
    return request;
  }

  #request(free: number): ClaimRequest {
    return {
      claim_id: `claim-${this.#tokens++}`,
      sequence: this.#tokens,
      boot_id: `boot-number-${this.#boot}`,
      instance: 'the-runner',
      free: { gpu: free, light: free },
      refused: {},
      running: this.held.map(({ attempt_id, epoch: fence }) => ({
        attempt_id,
        epoch: fence,
        stopping: false,
      })),
    };
  }

  #open(): Queue {
    const opened = openQueue({ folder: this.#folder, now: this.now, durability: 'normal' });
    if (!opened.ok) throw new Error(opened.problem.message);
    return opened.queue;
  }

  #compose(): RunsContext {
    const read = readManifest([{ file: 'house.yaml', text: this.#yaml }]);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const { manifest } = read;
    return {
      manifest,
      manifestFolder: '/etc/hearth',
      queue: this.queue,
      estimates: createEstimates(manifest, this.queue),
      probes: {
        standings: () =>
          new Map<ProbeName, ProbeStanding>(
            [...manifest.probes.keys()].map((probe) => [
              probe,
              {
                state: this.down.has(probe) ? 'down' : 'up',
                since: this.down.get(probe) ?? this.now,
                detail: null,
              },
            ]),
          ),
        want: () => {},
        lookNow: () => Promise.resolve([]),
        close: () => {},
      },
      runners: new Runners(),
      line: new Line(),
      turns: new Map(),
      bell: createBell(),
      look: () => {},
      now: () => this.now,
      random: () => 0.5,
      token: () => `token${this.#tokens++}`,
      budgets: () => new Map(),
      environment: () => ({}),
      excuse: () => null,
      tell: (notice) => this.notices.push(notice),
      log: (line) => this.lines.push(line),
    };
  }
}

/** Makes a house in a folder of its own, plays with it, and takes both away. */
export async function inFakeHouse(
  yaml: string,
  start: string,
  play: (house: FakeHouse) => void | Promise<void>,
): Promise<void> {
  await using folder = await temporaryFolder();
  using house = new FakeHouse(folder.path, yaml, start);
  await play(house);
}
