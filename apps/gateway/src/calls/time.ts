import { after, instant, seconds, type Instant, type Priority, type Seconds } from '@hearth/words';

/** How long an answer may take from its admission, and how long a call waits for that, when nobody says otherwise. */
const DEFAULTS: Readonly<Record<Priority, { readonly answer: Seconds; readonly wait: Seconds }>> = {
  interactive: { answer: seconds(120), wait: seconds(60) },
  user: { answer: seconds(300), wait: seconds(300) },
  batch: { answer: seconds(1200), wait: seconds(3600) },
  'best-effort': { answer: seconds(1200), wait: seconds(3600) },
};

/**
 * A client that gives up by a timer of its own gets its answer this much earlier, or by a tenth of its time where that
 * is less: one that comes at the very end of it comes too late.
 */
const AHEAD = seconds(1);
/** The first comment on a stream, so late that a quick refusal keeps its status. */
const FIRST_COMMENT = seconds(3);
/** The longest silence on a stream; proxies and clients hang up after ten seconds and more. */
const NEXT_COMMENT = seconds(9);

/** What is known of a call's time when it arrives. */
export interface TimeFacts {
  readonly arrivedAt: Instant;
  readonly stream: boolean;
  readonly priority: Priority;
  /** The consumer's own bounds, where the manifest has some. */
  readonly consumer: { readonly timeout: Seconds | null; readonly maxWait: Seconds | null };
  /** `X-Hearth-Timeout`. */
  readonly timeout: Seconds | null;
  /** `X-Hearth-Max-Wait`. */
  readonly maxWait: Seconds | null;
  /** `X-Stainless-Timeout`, which OpenAI's clients send. */
  readonly clientTimeout: Seconds | null;
}

/** The time that a call has. */
export interface CallTime {
  /** When its answer must be whole, counted from its arrival; null where only its admission starts a clock. */
  readonly deadline: Instant | null;
  /** How long its answer may take, from its admission. */
  readonly answer: Seconds;
  /** How long it may wait, from its arrival. */
  readonly wait: Seconds;
  /** When a stream gets its first comment, from its arrival, and how long it is silent at most after that. */
  readonly firstComment: Seconds;
  readonly nextComment: Seconds;
}

/**
 * Works out the time of a call. Headers only shorten. What a caller asks for counts from its arrival, as its own timer
 * does; the defaults count from its admission, and the wait before it has a bound of its own. On a stream the timer of
 * OpenAI's clients ends with the response headers, so there it only hurries the comments.
 */
export function callTime(facts: TimeFacts): CallTime {
  const { arrivedAt, stream, consumer, timeout, maxWait, clientTimeout } = facts;
  const defaults = DEFAULTS[facts.priority];
  const answer = seconds(Math.min(consumer.timeout ?? defaults.answer, timeout ?? Infinity));
  const wait = seconds(Math.min(consumer.maxWait ?? defaults.wait, maxWait ?? Infinity));
  const client = stream || clientTimeout === null ? null : ahead(clientTimeout);
  const asked = Math.min(timeout ?? Infinity, client ?? Infinity);
  const half = stream && clientTimeout !== null ? clientTimeout / 2 : Infinity;
  return {
    deadline: asked === Infinity ? null : after(arrivedAt, seconds(asked)),
    answer,
    wait: seconds(Math.min(wait, asked)),
    firstComment: seconds(Math.min(FIRST_COMMENT, half)),
    nextComment: seconds(Math.min(NEXT_COMMENT, half)),
  };
}

/** When the answer of a call that is admitted now must be whole. */
export function answerDeadline(time: CallTime, admittedAt: Instant): Instant {
  const own = after(admittedAt, time.answer);
  return time.deadline === null ? own : instant(Math.min(own, time.deadline));
}

/** A duration as a header has it: a number of seconds above 0. `undefined` for what is none. */
export function readSeconds(header: string): Seconds | undefined {
  const value = /^\d+(?:\.\d+)?$/.test(header.trim()) ? Number(header) : Number.NaN;
  return Number.isFinite(value) ? seconds(value) : undefined;
}

function ahead(time: Seconds): Seconds {
  return seconds(time - Math.min(AHEAD, time / 10));
}
