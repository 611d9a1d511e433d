import type { IncomingHttpHeaders } from 'node:http';
import { tokens, type Instant, type Tokens } from '@hearth/words';
import type { Clock } from '../clock.ts';

/**
 * Where a request stands. `waiting`: for a slot, or for the model to load. `aborted`: the machine noticed that
 * its peer had gone and stopped. `broken`: a fault ended it. `answered`: it needed no model, or was refused.
 */
export type RequestState =
  | 'waiting'
  | 'generating'
  | 'finished'
  | 'aborted'
  | 'broken'
  | 'answered';

/** A request that reached the machine. It is the live object: its state and its tokens change as it goes on. */
export interface Seen {
  /** 1 for the first request of the machine. */
  readonly id: number;
  readonly at: Instant;
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came. */
  readonly text: string;
  /** The body as JSON; undefined where there was none, or no JSON. */
  readonly body: unknown;
  readonly state: RequestState;
  /** Tokens generated so far. */
  readonly tokens: Tokens;
  /** Whether the peer closed the connection before the end; the machine need not have noticed yet. */
  readonly peerGone: boolean;
}

/** Something that happened to a request for the model. */
export interface MachineEvent {
  readonly kind:
    | 'asked'
    | 'generating'
    | 'first-token'
    | 'peer-gone'
    | 'finished'
    | 'aborted'
    | 'broken'
    | 'answered';
  readonly at: Instant;
  readonly request: Seen;
}

/** How many requests and events a machine remembers, so that one that runs for days does not grow. */
const REMEMBERED = 1000;

/** The part of {@link Seen} that changes, for those inside the machine. */
export type Live = { -readonly [Field in keyof Seen]: Seen[Field] };

/** All that a machine knows of its past, and those who wait for something to happen. */
export class MachineRecord {
  readonly seen: Live[] = [];
  readonly calls: Live[] = [];
  readonly events: MachineEvent[] = [];
  running = 0;
  mostAtOnce = 0;
  readonly #clock: Clock;
  #waiters: readonly { test(): boolean; done(): void; fail(reason: Error): void }[] = [];
  #lastId = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A request has arrived. */
  arrived(request: Pick<Seen, 'method' | 'path' | 'headers' | 'text' | 'body'>): Live {
    this.#lastId += 1;
    const seen: Live = {
      id: this.#lastId,
      at: this.#clock.now(),
      ...request,
      state: 'answered',
      tokens: tokens(0),
      peerGone: false,
    };
    push(this.seen, seen);
    this.changed();
    return seen;
  }

  /** It is one for the model. */
  asked(seen: Live): void {
    seen.state = 'waiting';
    push(this.calls, seen);
    this.running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
    this.#happened('asked', seen);
  }

  /** It has its slot. */
  generating(seen: Live): void {
    seen.state = 'generating';
    this.#happened('generating', seen);
  }

  /** One more token of it was generated. */
  token(seen: Live): void {
    seen.tokens = tokens(seen.tokens + 1);
    if (seen.tokens === 1) this.#happened('first-token', seen);
    else this.changed();
  }

  /** Its peer closed the connection; not so when a fault of the machine's own did. */
  peerGone(seen: Live): void {
    if (seen.state !== 'waiting' && seen.state !== 'generating') return;
    seen.peerGone = true;
    this.#happened('peer-gone', seen);
  }

  /** It has left the machine. */
  left(seen: Live, state: 'finished' | 'aborted' | 'broken' | 'answered'): void {
    seen.state = state;
    this.running -= 1;
    this.#happened(state, seen);
  }

  /** Resolves once `test` is true; it is asked now and after each change. */
  async until(test: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiters = [...this.#waiters, { test, done: resolve, fail: reject }];
    this.changed();
    await promise;
  }

  /** Ends all waiting: nothing will change any more. */
  close(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) {
      waiter.fail(new Error('The machine was closed before what a test waits for happened.'));
    }
  }

  /** Something changed: asks those who wait whether it is what they wait for. */
  changed(): void {
    if (this.#waiters.length === 0) return;
    this.#waiters = this.#waiters.filter((waiter) => {
      try {
        if (!waiter.test()) return true;
        waiter.done();
      } catch (error) {
        waiter.fail(error as Error);
      }
      return false;
    });
  }

  #happened(kind: MachineEvent['kind'], request: Seen): void {
    push(this.events, { kind, at: this.#clock.now(), request });
    this.changed();
  }
}

function push<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > REMEMBERED) list.shift();
}
