import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokens, type Tokens } from '@hearth/words';
import { realClock, type Clock } from '../clock.ts';
import type { Ask } from './ask.ts';
import type { Fault } from './fault.ts';
import { handle } from './handle.ts';
import type { Kind } from './kinds.ts';
import { MachineRecord, type MachineEvent, type Seen } from './record.ts';
import type { Inside } from './route.ts';
import { Shelf, type ModelOptions } from './shelf.ts';
import { Slots } from './slots.ts';

const HOST = '127.0.0.1';

/** A machine to be started. */
export interface MachineOptions {
  /** Which server it is: decides its routes and its ways. Default `llama.cpp`. */
  readonly kind?: Kind;
  /** Its models; the first is the one in memory. Default one called `tiny` with a window of 4096. */
  readonly models?: readonly ModelOptions[];
  /** How fast it generates. Default Infinity: it takes no time, and 0 means the same. */
  readonly tokensPerSecond?: number;
  /** How fast it reads a prompt. Default Infinity, and 0 means the same. */
  readonly prefillTokensPerSecond?: number;
  /** How many generations it carries out at once; further ones wait inside it. Default 1. */
  readonly slots?: number;
  /** How many tokens it thinks before it answers a chat. Default 0. */
  readonly thinking?: Tokens;
  /**
   * What it answers: a length in tokens (Infinity never ends by itself), or a function of what is asked.
   * Default: a sentence that quotes the prompt's figures where a summary is asked for, JSON where that is, else words.
   */
  readonly answer?: Tokens | ((ask: Ask) => string | Tokens);
  /** The time it goes by. Default the real one. */
  readonly clock?: Clock;
  /** Default 0: any free port of 127.0.0.1. */
  readonly port?: number;
}

/** A running machine, and all that can be seen of it. */
export interface Machine extends AsyncDisposable {
  /** Its base URL, with no slash at the end. */
  readonly url: string;
  readonly port: number;
  /** The latest thousand requests of every kind, the oldest first; probes too. */
  readonly seen: readonly Seen[];
  /** Those of them that asked for the model's work. */
  readonly calls: readonly Seen[];
  /** What happened to those, the latest thousand events. */
  readonly events: readonly MachineEvent[];
  /** How many requests for the model are inside it now, generating or waiting. */
  readonly running: number;
  /** The most that were ever inside it together: more than its slots means that somebody sent too much. */
  readonly mostAtOnce: number;
  /**
   * Resolves once `predicate` is true of the machine; it is asked now and after each change, down to the single token.
   * Rejects when `predicate` throws, or when the machine is closed first.
   */
  until(predicate: (machine: Machine) => boolean): Promise<void>;
  /**
   * Lets something go wrong with the next request for the model, or with the next one of `path` whatever it is.
   * Faults wait in line; each strikes once.
   */
  failNext(fault: Fault, path?: string): void;
  /** As when the plug is pulled: its connections break, what it did is lost, connecting is refused. */
  goAway(): Promise<void>;
  /** It is back on the same port, with its models as they were at the start. */
  comeBack(): Promise<void>;
  /** Ends it, its connections and its generations. A second time does nothing. */
  close(): Promise<void>;
}

/** Starts a model machine on the loopback and resolves when it listens. Rejects when the port is taken. */
export async function startMachine(options: MachineOptions = {}): Promise<Machine> {
  const { kind = 'llama.cpp', clock = realClock, models = [{ name: 'tiny' }] } = options;
  if (models.length === 0) throw new Error('A machine needs at least one model in `models`.');
  const record = new MachineRecord(clock);
  const faults: { readonly fault: Fault; readonly path: string | null }[] = [];
  const pace = {
    prefill: options.prefillTokensPerSecond || Infinity,
    decode: options.tokensPerSecond || Infinity,
  };
  const manner = { thinking: options.thinking ?? tokens(0), answer: options.answer ?? null };

  let power = new AbortController();
  let inside = boot();
  const server = createServer((request, response) => {
    void handle(request, response, { inside, record, manner, pace, takeFault });
  });
  const port = await listen(options.port ?? 0);

  const machine: Machine = {
    url: `http://${HOST}:${port}`,
    port,
    seen: record.seen,
    calls: record.calls,
    events: record.events,
    get running() {
      return record.running;
    },
    get mostAtOnce() {
      return record.mostAtOnce;
    },
    until: (predicate) => record.until(() => predicate(machine)),
    failNext(fault, path) {
      faults.push({ fault, path: path ?? null });
    },
    goAway: stop,
    async comeBack() {
      power = new AbortController();
      inside = boot();
      await listen(port);
    },
    async close() {
      record.close();
      await stop();
    },
    [Symbol.asyncDispose]: () => machine.close(),
  };
  return machine;

  /** What the machine holds in memory, fresh as after it is switched on. */
  function boot(): Inside {
    const { signal } = power;
    const shelf = new Shelf(kind, models, clock, signal);
    return { kind, clock, shelf, slots: new Slots(options.slots ?? 1), signal };
  }

  async function listen(wanted: number): Promise<number> {
    server.listen(wanted, HOST);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    power.abort(new Error('The machine has ended.'));
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  function takeFault(seen: Seen, forModel: boolean): Fault | null {
    const index = faults.findIndex(({ path }) => (path === null ? forModel : path === seen.path));
    return index < 0 ? null : (faults.splice(index, 1)[0]?.fault ?? null);
  }
}
