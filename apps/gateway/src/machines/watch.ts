import type { Machine } from '@hearth/manifest';
import { instant, type Instant, type MachineName, type Seconds, type Tokens } from '@hearth/words';

import { reasonOf } from '../network-error.ts';
import { createAsk, Unreachable, type Ask } from './ask.ts';
import { discover } from './discover.ts';
import type { Look, Server } from './server.ts';

/** One machine as it is known now. The same object all along; it changes with each look. */
export interface Watched {
  readonly declared: Machine;
  readonly url: string;
  readonly ask: Ask;
  /** `unknown` until the first look is over. */
  readonly state: 'up' | 'down' | 'unknown';
  /** What was wrong with the last look; null where nothing was. */
  readonly detail: string | null;
  /** What it was found to be the last time that it answered. */
  readonly server: Server | null;
  /** What it told the last time. */
  readonly look: Look | null;
  /** Windows that it told in an error and nowhere else, by model. */
  readonly windows: Map<string, Tokens>;
  /** When it last answered anything, by the steady clock; null when it never has. */
  readonly answeredAt: Instant | null;
}

/** Watches the machines without taking their slots, and more closely while somebody wants to know. */
export interface Watch {
  /** In the order of the manifest. */
  readonly machines: ReadonlyMap<MachineName, Watched>;
  /** Resolves when every machine has been looked at once, or {@link FIRST_LOOK} is over. */
  readonly settled: Promise<void>;
  /** True once `settled` has resolved. */
  readonly isSettled: boolean;
  /** Somebody wants to know how the machines are: what is not known lately is looked at soon. */
  want(): void;
  /** Looks at a machine as soon as can be: something has happened to it. */
  lookNow(machine: MachineName): void;
  /** A call was answered, which is as good as a look. */
  heard(machine: MachineName): void;
  /** No connection to it came to be. It is down until a look shows otherwise. */
  lost(machine: MachineName, error: Error): void;
  /** It said that it is still loading its model. */
  loading(machine: MachineName): void;
  close(): void;
}

/** What a watch needs from outside. */
export interface WatchOptions {
  readonly machines: Iterable<Machine>;
  readonly urls: ReadonlyMap<MachineName, string>;
  /** Never goes back and never jumps. */
  readonly steady: () => Instant;
  /** In [0, 1): spreads the looks. */
  readonly random: () => number;
  /** True while a call is on the machine: then it may be too busy to answer a look. */
  readonly inUse: (machine: MachineName) => boolean;
  /** Called after each look; `changed` when it showed something new. */
  readonly looked: (machine: Watched, changed: boolean) => void;
  readonly log: (line: string) => void;
}

const LOADING = 'it is loading its model';
/** Calls that come while the gateway starts wait so long for the first looks, in milliseconds. */
const FIRST_LOOK = 3500;
/** Milliseconds from one look to the next, by how it stands and whether somebody wants to know. */
const PAUSES = {
  away: { wanted: 1000, idle: 15_000 },
  up: { wanted: 10_000, idle: 60_000 },
} as const;
/** For so long after somebody has asked it is taken to be wanted. */
const WANTED = 60_000;

type Live = { -readonly [Field in keyof Watched]: Watched[Field] } & {
  timer: NodeJS.Timeout | null;
  looking: boolean;
  again: boolean;
};

/** Starts to watch. */
export function watchMachines(options: WatchOptions): Watch {
  const machines = new Map<MachineName, Live>();
  for (const declared of options.machines) {
    const url = options.urls.get(declared.name) ?? declared.url;
    const ask = createAsk(url);
    const blank = { state: 'unknown', detail: null, server: null, look: null } as const;
    const timing = { answeredAt: null, timer: null, looking: false, again: false };
    const windows = new Map<string, Tokens>();
    machines.set(declared.name, { declared, url, ask, windows, ...blank, ...timing });
  }
  let wantedAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  async function take(machine: Live): Promise<void> {
    if (machine.looking) {
      machine.again = true;
      return;
    }
    machine.looking = true;
    if (machine.timer !== null) clearTimeout(machine.timer);
    try {
      do {
        machine.again = false;
        await lookOnce(machine);
      } while (machine.again);
    } finally {
      machine.looking = false;
    }
    plan(machine, pauseOf(machine) * (0.9 + options.random() * 0.2));
  }

  async function lookOnce(machine: Live): Promise<void> {
    if (closed) return;
    const before = gist(machine);
    try {
      const { server, look } = await discover(machine.ask, machine.declared.api, machine.server);
      machine.server = server;
      // While it loads, what it told before still holds.
      machine.look = look.loading ? { ...(machine.look ?? look), loading: true } : look;
      machine.state = 'up';
      machine.detail = look.loading ? LOADING : null;
      machine.answeredAt = options.steady();
    } catch (error) {
      if (closed) return;
      // A server at work may not answer in time; its call will tell if something is wrong.
      if (options.inUse(machine.declared.name) && machine.state === 'up') return;
      machine.detail = error instanceof Unreachable ? error.message : reasonOf(error);
      machine.state = 'down';
    }
    if (closed) return;
    const isNew = before !== gist(machine);
    if (isNew) options.log(sentence(machine));
    options.looked(machine, isNew);
  }

  /** Takes in what a call has found out, and looks again soon. */
  function told(machine: Live, change: () => void): void {
    if (closed) return;
    const before = gist(machine);
    change();
    const isNew = before !== gist(machine);
    if (isNew) options.log(sentence(machine));
    options.looked(machine, isNew);
    wantedAt = options.steady();
    if (!machine.looking) plan(machine, pauseOf(machine));
  }

  function pauseOf(machine: Live): number {
    const isUp = machine.state === 'up' && machine.look?.loading !== true;
    const pauses = isUp ? PAUSES.up : PAUSES.away;
    return options.steady() - wantedAt < WANTED ? pauses.wanted : pauses.idle;
  }

  function plan(machine: Live, milliseconds: number): void {
    if (closed) return;
    if (machine.timer !== null) clearTimeout(machine.timer);
    machine.timer = setTimeout(() => void take(machine), milliseconds);
    machine.timer.unref();
  }

  let isSettled = false;
  const first = Promise.all([...machines.values()].map((machine) => take(machine)));
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const bound = setTimeout(resolve, FIRST_LOOK);
  async function settle(): Promise<void> {
    await Promise.race([first, late]);
    clearTimeout(bound);
    isSettled = true;
  }
  const settled = settle();

  return {
    machines,
    settled,
    get isSettled() {
      return isSettled;
    },
    want() {
      const wasWanted = options.steady() - wantedAt < WANTED;
      wantedAt = options.steady();
      if (wasWanted) return;
      for (const machine of machines.values()) {
        if (!machine.looking) plan(machine, 0);
      }
    },
    lookNow(name) {
      const machine = machines.get(name);
      if (machine !== undefined) void take(machine);
    },
    heard(name) {
      const machine = machines.get(name);
      if (machine !== undefined) machine.answeredAt = options.steady();
    },
    lost(name, error) {
      const machine = machines.get(name);
      if (machine === undefined) return;
      told(machine, () => {
        machine.state = 'down';
        machine.detail = reasonOf(error);
      });
    },
    loading(name) {
      const machine = machines.get(name);
      if (machine === undefined || machine.look === null) return;
      const { look } = machine;
      told(machine, () => {
        machine.look = { ...look, loading: true };
        machine.detail = LOADING;
      });
    },
    close() {
      closed = true;
      clearTimeout(bound);
      for (const { timer } of machines.values()) if (timer !== null) clearTimeout(timer);
      for (const { ask } of machines.values()) ask.close();
    },
  };
}

/** What of a machine is news when it changes. */
function gist({ state, server, look }: Watched): string {
  const models = look?.models.map(({ name, state: own, context }) => [name, own, context]);
  return JSON.stringify([state, server?.name, look?.loading, models]);
}

/** The machine's state as a line of the log. */
function sentence({ declared, url, state, detail, server, look }: Watched): string {
  if (state !== 'up') return `machine ${declared.name} (${url}) is down: ${detail ?? 'no answer'}`;
  const names = (look?.models ?? []).map((model) => `${model.name} (${model.state})`).join(', ');
  const models = names === '' ? 'no model' : names;
  return `machine ${declared.name} (${url}) is up, runs ${server?.name ?? 'something'}: ${detail ?? models}`;
}

/** An instant of the steady clock: milliseconds that only go forward, from any start. */
export function steadyInstant(monotonic: Seconds): Instant {
  return instant(monotonic * 1000);
}
