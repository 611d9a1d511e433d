import type { FollowedEvent, Follower, UpstreamError } from '@hearth/protocols';
import type { Instant, Seconds } from '@hearth/words';

import type { Head, Request, Sender, Sent } from './send.ts';

/** How the sending of a call to a machine came out. `over` is true where the machine is certainly done with it. */
export type Outcome =
  /** The answer is whole. */
  | { readonly kind: 'whole'; readonly closing: Uint8Array; readonly over: true }
  /** The machine answered with an error instead. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly text: string;
      readonly over: true;
    }
  /** An error came inside the answer, or what came was no answer at all. */
  | { readonly kind: 'failed'; readonly error: UpstreamError; readonly over: boolean }
  /** The connection broke, or the answer ended without the sign of a whole one. */
  | { readonly kind: 'died'; readonly detail: string; readonly over: true }
  /** No connection came to be, so that nothing was sent. */
  | { readonly kind: 'unreachable'; readonly error: Error; readonly over: true }
  /** The machine said nothing for too long. */
  | { readonly kind: 'silent'; readonly silence: Seconds; readonly over: false }
  | { readonly kind: 'deadline'; readonly over: false }
  /** The machine went on past the cap. */
  | { readonly kind: 'cap'; readonly over: false };

/** What an exchange goes by. */
export interface ExchangeOptions {
  readonly sender: Sender;
  readonly request: Request;
  readonly follower: Follower;
  /** Takes what of the answer is complete; true where its taker is full. */
  readonly take: (events: readonly FollowedEvent[]) => boolean;
  /** Told once, when the exchange is over. The connection is closed by then. */
  readonly settled: (outcome: Outcome) => void;
  /** An answer begins that is none of an error. */
  readonly answered: (status: number, head: Head) => void;
  /** The first token has come. */
  readonly started: () => void;
  /** Some more have, and it was not said for a while. */
  readonly progressed: () => void;
  readonly deadline: Instant;
  /** The longest silence before the first token, and after it. */
  readonly silence: { readonly before: Seconds; readonly after: Seconds };
  /** More tokens than this are past the cap. */
  readonly mostTokens: number;
  readonly steady: () => Instant;
}

/** A call on its way to a machine and back. */
export interface Exchange {
  readonly sentAt: Instant;
  readonly firstTokenAt: Instant | null;
  readonly lastTokenAt: Instant | null;
  /** Ends it without an outcome: its caller has gone. False where nothing had been sent yet. */
  abandon(): boolean;
  /** The taker can take more. */
  resume(): void;
}

/** An exchange as it is kept up to date here; see `Follower` for why its fields are no accessors. */
type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** A socket that had died before it was used shows that at once; one that breaks later may have cost the model its life. */
const FREE_RETRY = 5000;
/** Milliseconds between two words on how far it has come. */
const PROGRESS = 2000;
/** What still comes after the last word of an answer, or after an error, comes at once. */
const LAST_WORDS = 2000;
/** The longest that a timer of Node can hold, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** An error's own words are some hundred bytes. */
const MOST_ERROR_BYTES = 64 * 1024;

/** Sends a call and follows its answer to whatever end it comes to. */
export function startExchange(options: ExchangeOptions): Exchange {
  // Nothing below may hold on to the options: the request in them can be megabytes, and is let go of at the first byte.
  const { sender, follower, steady, silence, mostTokens, take, settled, answered } = options;
  const { started, progressed, deadline } = options;
  let request: Request | null = options.request;
  const sentAt = steady();
  let lastEventAt = sentAt;
  let progressAt = sentAt;
  let retried = false;
  let isOver = false;
  let errorStatus: number | null = null;
  const errorText: Buffer[] = [];
  let errorBytes = 0;
  let failure: UpstreamError | null = null;
  let lastWords: NodeJS.Timeout | null = null;
  let paused = false;

  const exchange: Mutable<Exchange> = {
    sentAt,
    firstTokenAt: null,
    lastTokenAt: null,
    abandon() {
      const wasSent = sent.cancel();
      stop();
      return wasSent;
    },
    resume() {
      if (!paused) return;
      paused = false;
      lastEventAt = steady();
      sent.resume();
    },
  };

  // One timer for all bounds: it looks again as soon as the nearest of them can be reached.
  let clock = setTimeout(checkTime, untilLook(Math.min(silence.before, silence.after)));
  let sent = send();

  function send(): Sent {
    if (request === null) throw new Error('A call whose answer has begun cannot be sent again.');
    return sender.send(request, { begun, chunk, ended, broke });
  }

  function settle(outcome: Outcome): void {
    if (isOver) return;
    stop();
    settled(outcome);
  }

  function stop(): void {
    isOver = true;
    clearTimeout(clock);
    if (lastWords !== null) clearTimeout(lastWords);
  }

  /** Ends the exchange from this side. */
  function cut(outcome: Outcome): void {
    if (isOver) return;
    sent.cancel();
    settle(outcome);
  }

  function begun(status: number, head: Head): void {
    if (isOver) return;
    request = null;
    lastEventAt = steady();
    if (status < 200 || status > 299) errorStatus = status;
    else answered(status, head);
  }

  function chunk(bytes: Buffer): void {
    if (isOver) return;
    if (errorStatus !== null) {
      errorBytes += bytes.length;
      if (errorBytes <= MOST_ERROR_BYTES) errorText.push(bytes);
      return;
    }
    if (failure === null) follow(follower.push(bytes));
  }

  function follow(events: readonly FollowedEvent[]): void {
    if (events.length === 0) return;
    const at = steady();
    if (events.some(({ kind }) => kind !== 'comment')) lastEventAt = at;
    const failed = events.findIndex(({ kind }) => kind === 'error');
    const sound = failed < 0 ? events : events.slice(0, failed);
    if (follower.progress.firstToken) {
      exchange.lastTokenAt = at;
      if (exchange.firstTokenAt === null) {
        exchange.firstTokenAt = at;
        started();
      }
      if (at - progressAt >= PROGRESS) {
        progressAt = at;
        progressed();
      }
    }
    if (sound.length > 0 && take(sound) && !paused) {
      paused = true;
      sent.pause();
    }
    if (failed >= 0) fail(events[failed]?.error ?? null);
    else if (follower.complete) waitForTheEnd();
    else if (follower.progress.tokens > mostTokens) cut({ kind: 'cap', over: false });
  }

  /** A server that has failed ends by itself, which shows that it is done; what is no answer at all is not listened to. */
  function fail(error: UpstreamError | null): void {
    failure = error ?? {
      kind: 'failed',
      message: 'it gave no reason',
      code: null,
      promptTokens: null,
      context: null,
    };
    if (failure.kind === 'malformed') cut({ kind: 'failed', error: failure, over: false });
    else waitForTheEnd();
  }

  function waitForTheEnd(): void {
    lastWords ??= setTimeout(() => {
      sent.cancel();
      if (failure !== null) settle({ kind: 'failed', error: failure, over: false });
      else finish();
    }, LAST_WORDS);
  }

  function finish(): void {
    const { events, complete, closing } = follower.end();
    if (events.length > 0) follow(events);
    if (isOver) return;
    const error = failure ?? follower.progress.error;
    if (error !== null) settle({ kind: 'failed', error, over: true });
    else if (complete) settle({ kind: 'whole', closing, over: true });
    else settle({ kind: 'died', detail: 'its answer ended without an end', over: true });
  }

  function ended(): void {
    if (isOver) return;
    if (errorStatus !== null) {
      const text = Buffer.concat(errorText).toString();
      settle({ kind: 'refused', status: errorStatus, text, over: true });
    } else finish();
  }

  function broke(error: Error, connected: boolean): void {
    if (isOver) return;
    if (!connected) return settle({ kind: 'unreachable', error, over: true });
    const isFresh = !retried && !isGarbage(error) && steady() - sentAt < FREE_RETRY;
    if (request !== null && isFresh) {
      retried = true;
      sent = send();
      return;
    }
    // Whoever has said everything may hang up as it likes.
    if (failure !== null || follower.complete) return finish();
    settle({ kind: 'died', detail: error.message, over: true });
  }

  function checkTime(): void {
    // Everything was said: all that is waited for, and not for long, is that the connection is closed.
    if (lastWords !== null) return;
    if (steady() >= deadline) {
      cut({ kind: 'deadline', over: false });
      return;
    }
    const limit = exchange.firstTokenAt === null ? silence.before : silence.after;
    const quiet = (steady() - lastEventAt) / 1000;
    if (quiet >= limit && !paused) {
      cut({ kind: 'silent', silence: limit, over: false });
      return;
    }
    clock = setTimeout(checkTime, untilLook(limit - quiet));
  }

  /** Milliseconds until the deadline, or until so many seconds of silence are over, whichever is sooner. */
  function untilLook(silent: number): number {
    return Math.min(LONGEST_TIMER, deadline - steady(), Math.max(10, silent * 1000));
  }

  return exchange;
}

/** True where bytes did come, and were no HTTP: Node's parser says so by a code of its own. */
function isGarbage(error: NodeJS.ErrnoException): boolean {
  return error.code?.startsWith('HPE_') === true;
}
