import type { Bytes, Instant, Tokens } from '@hearth/words';
import type { UpstreamError } from '../errors/read-upstream-error.ts';
import type { JsonObject } from '../json.ts';
import type { UpstreamKind } from '../upstream-kind.ts';
import type { Tally } from './progress.ts';

/** What a whole event of a stream is; where it is several things, the one furthest to the left. */
export type EventKind =
  | 'error'
  | 'terminal'
  | 'tool_call'
  | 'content'
  | 'reasoning'
  | 'usage'
  | 'done'
  | 'comment'
  | 'other';

/** Why hearth itself ended an answer before the upstream did. */
export type CutReason =
  /** The time for the answer is over. */
  | 'deadline'
  /** The upstream went on past the cap that it was given. */
  | 'cap'
  /** hearth is being stopped and can wait no longer. */
  | 'restarting';

/** What a follower must know of the call whose answer it follows. */
export interface FollowOptions {
  /** The model's real name, for ends that hearth makes. */
  readonly model: string;
  /** The kind of server that answers. */
  readonly upstream: UpstreamKind;
  /** The cap that was sent. */
  readonly cap: Tokens;
  /** The context that this machine has loaded; null when it is not known. */
  readonly context: Tokens | null;
  /** The estimate of the prompt, for usage that no upstream reported. */
  readonly promptTokens: Tokens;
  /** See {@link Call.wantsUsage}. */
  readonly wantsUsage: boolean;
  /** True to keep the answer so that `assemble` can make one of it; false keeps no text of it. */
  readonly assemble: boolean;
  /** When the call was sent, for answers that carry no time of their own. */
  readonly at: Instant;
  /** The longest event that is waited for; 4 MiB when left out. */
  readonly limit?: Bytes;
}

/** What is to become of an event on its way to the caller. */
export interface Verdict {
  readonly kind: EventKind;
  /** `pass` as it is, `drop` it, or send these bytes in its place. */
  readonly out: 'pass' | 'drop' | Uint8Array;
  /** What went wrong, where the event says that something did. */
  readonly error?: UpstreamError;
}

/** The part of a follower that knows one API. It lives as long as one answer. */
export interface Dialect {
  /** True once the API's own sign of a whole answer was seen. */
  readonly complete: boolean;
  /** Reads one event: its JSON, and its name where the framing has names. */
  read(event: JsonObject, name: string | null, tally: Tally): Verdict;
  /** What a complete stream of this API still ends with, in case the upstream left it out. */
  closing(tally: Tally): Uint8Array;
  /** The events that end the answer here and now, truthfully. */
  cut(reason: CutReason, tally: Tally): Uint8Array;
  /** The answer as one JSON object; with a reason, as cut. Only when it was told to keep it. */
  assemble(reason: CutReason | null, tally: Tally): JsonObject;
  /** The number that the next event must carry, in the API that numbers its events. */
  readonly sequence: number;
}

/** What somebody may only look at, for the one who keeps it up to date. */
export type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** The most telling kind among the things that one event holds. */
export function kindOf(has: {
  terminal: boolean;
  content: number;
  reasoning: number;
  tool: number;
}): EventKind {
  if (has.terminal) return 'terminal';
  if (has.tool > 0) return 'tool_call';
  if (has.content > 0) return 'content';
  return has.reasoning > 0 ? 'reasoning' : 'other';
}
