import { bytes } from '@hearth/words';
import type { Problem } from '../errors/problem.ts';
import { malformed, type UpstreamError } from '../errors/read-upstream-error.ts';
import { join, NOTHING } from './bytes.ts';
import type { Dialect, FollowOptions, Mutable, Verdict } from './dialect.ts';
import type { FollowedEvent, Follower } from './follower.ts';
import type { Framing } from './framing.ts';
import { Tally } from './progress.ts';
import { readEvent } from './read-event.ts';
import { createSplitter } from './split.ts';

/**
 * The longest event that is waited for. The last event of the responses API repeats the whole
 * answer, and the last line of Ollama's generate holds the context as numbers: some 100 kB each.
 */
const LIMIT = bytes(4 * 1024 * 1024);

/** The two bytes with which everything gzipped begins. */
const GZIP = [0x1f, 0x8b] as const;

/** What one API brings to the following of its streams. */
export interface StreamApi {
  readonly framing: Framing;
  readonly dialect: Dialect;
  /** Words a problem as an event of this API, numbered where events are numbered. */
  readonly errorEvent: (problem: Problem, sequence: number) => Uint8Array;
}

/** Follows one stream; see {@link Follower} for what it promises. */
export function followStream(
  { framing, dialect, errorEvent }: StreamApi,
  options: FollowOptions,
): Follower {
  const tally = new Tally();
  const splitter = createSplitter(framing.boundary());
  const parse = framing.parser();
  const decoder = new TextDecoder();
  const limit = options.limit ?? LIMIT;
  /** How many bytes came that may be the beginning of something gzipped; null once that is ruled out. */
  let gzipped: number | null = 0;
  let broken = false;
  let done = false;

  const isComplete = (): boolean => dialect.complete && tally.error === null;
  const died = (problem: Problem): Uint8Array => errorEvent(problem, dialect.sequence);

  function read(bytesOfEvent: Uint8Array): Verdict {
    const text = decoder.decode(bytesOfEvent);
    return readEvent(text, parse(text), dialect, tally);
  }

  /** `sound` is the event with its line end: the raw bytes, unless a last event came without it. */
  function settle(verdict: Verdict, raw: Uint8Array, sound: Uint8Array): FollowedEvent {
    const { kind, out, error = null } = verdict;
    // After the done marker the caller's client does not listen any more: nothing can spoil it now.
    if (done && kind !== 'comment')
      return { kind, raw, verdict: 'drop', out: NOTHING, error: null };
    if (error !== null) tally.fail(error);
    if (error !== null && out !== 'pass') return failed(raw, error);
    if (kind === 'done' && out === 'pass') done = true;
    if (out === 'drop') return { kind, raw, verdict: 'drop', out: NOTHING, error };
    if (out !== 'pass') return { kind, raw, verdict: 'replace', out, error };
    return { kind, raw, verdict: sound === raw ? 'pass' : 'replace', out: sound, error };
  }

  /** An error that the upstream did not put as this API does: the caller gets it in the right form. */
  function failed(raw: Uint8Array, error: UpstreamError): FollowedEvent {
    const message = `The model server failed: ${error.message}.`;
    const out = died({ status: 502, code: 'upstream_error', message });
    return { kind: 'error', raw, verdict: 'replace', out, error };
  }

  /** After this, nothing that comes can be understood any more. */
  function breakOff(raw: Uint8Array, message: string): FollowedEvent {
    broken = true;
    return settle({ kind: 'error', out: 'drop', error: malformed(message) }, raw, raw);
  }

  function isGzipped(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length && gzipped !== null; at += 1) {
      if (chunk[at] !== GZIP[gzipped]) gzipped = null;
      else if ((gzipped += 1) === GZIP.length) return true;
    }
    return false;
  }

  function push(chunk: Uint8Array): readonly FollowedEvent[] {
    if (broken) return [];
    if (isGzipped(chunk)) {
      const raw = join([splitter.rest(), chunk]);
      return [breakOff(raw, 'it sent compressed bytes, though it was asked for plain ones')];
    }
    const events = splitter.push(chunk).map((raw) => settle(read(raw), raw, raw));
    if (splitter.held > limit) {
      events.push(breakOff(splitter.rest(), `it sent an event of more than ${limit} bytes`));
    }
    follower.complete = isComplete();
    return events;
  }

  /** The stream ended inside an event. It counts when only its line end is missing. */
  function readRest(raw: Uint8Array): FollowedEvent {
    const sound = framing.terminate(raw);
    const verdict = read(sound);
    if (verdict.error?.kind !== 'malformed') return settle(verdict, raw, sound);
    return { kind: 'other', raw, verdict: 'drop', out: NOTHING, error: null };
  }

  const follower: Mutable<Follower> = {
    progress: tally,
    complete: false,
    push,
    end() {
      const rest = splitter.rest();
      const events = broken || rest.length === 0 ? [] : [readRest(rest)];
      const complete = isComplete();
      follower.complete = complete;
      return { events, complete, closing: complete && !done ? dialect.closing(tally) : NOTHING };
    },
    cut(reason) {
      if (!isComplete()) return dialect.cut(reason, tally);
      return done ? NOTHING : dialect.closing(tally);
    },
    died,
    assemble(reason) {
      if (!options.assemble) throw new Error('This follower was made to keep no answer.');
      return dialect.assemble(isComplete() ? null : reason, tally);
    },
  };
  return follower;
}
