import { tokens } from '@hearth/words';
import type { Problem } from '../errors/problem.ts';
import { malformed, readErrorObject } from '../errors/read-upstream-error.ts';
import { parseObject } from '../json.ts';
import { encode, join, NOTHING } from '../stream/bytes.ts';
import type { FollowOptions, Mutable } from '../stream/dialect.ts';
import type { FollowedEvent, Follower } from '../stream/follower.ts';
import { Tally } from '../stream/progress.ts';
import { jsonEnd } from './json-end.ts';

/** Enough for what stands before and after the vectors: model, usage, an error. */
const EDGE = 4096;

const PROMPT_TOKENS = /"(?:prompt_tokens|prompt_eval_count)"\s*:\s*(\d+)/;

/**
 * Follows an answer that is one JSON object, as of embeddings. It may be tens of megabytes of
 * numbers, so it passes chunk by chunk and only its first and last few kilobytes are looked at.
 * There is nothing to cut in it: `cut` gives no bytes, and neither does `died`, because no error fits
 * into the middle of a JSON object; the caller's connection must be broken instead.
 */
export function followBody(options: FollowOptions): Follower {
  const tally = new Tally();
  const whole = jsonEnd();
  const kept: Uint8Array[] = [];
  let start: Uint8Array = NOTHING;
  let end: Uint8Array = NOTHING;

  const isComplete = (): boolean => whole.ended && tally.error === null;

  function push(chunk: Uint8Array): readonly FollowedEvent[] {
    if (chunk.length === 0) return [];
    if (options.assemble) kept.push(chunk.slice());
    if (start.length < EDGE) start = join([start, chunk.slice(0, EDGE - start.length)]);
    end = join([end, chunk.slice(-EDGE)]).slice(-EDGE);
    whole.take(chunk);
    if (!whole.broken) {
      follower.complete = isComplete();
      return [{ kind: 'content', raw: chunk, verdict: 'pass', out: chunk, error: null }];
    }
    const error = malformed('it sent something that is no JSON object');
    tally.fail(error);
    return [{ kind: 'error', raw: chunk, verdict: 'drop', out: NOTHING, error }];
  }

  function readEdges(): void {
    const decoder = new TextDecoder();
    const small = parseObject(decoder.decode(start));
    if (small !== null && 'error' in small && small['error'] !== null) {
      tally.fail(readErrorObject(200, small));
      return;
    }
    const found =
      PROMPT_TOKENS.exec(decoder.decode(start)) ?? PROMPT_TOKENS.exec(decoder.decode(end));
    if (found?.[1] !== undefined)
      tally.report({ prompt: tokens(Number(found[1])), output: tokens(0) });
    tally.finish('stop', false);
  }

  const follower: Mutable<Follower> = {
    progress: tally,
    complete: false,
    push,
    end() {
      if (whole.ended) readEdges();
      follower.complete = isComplete();
      return { events: [], complete: follower.complete, closing: NOTHING };
    },
    cut: () => NOTHING,
    died: (_problem: Problem) => NOTHING,
    assemble() {
      if (!options.assemble) throw new Error('This follower was made to keep no answer.');
      return (
        parseObject(new TextDecoder().decode(join(kept.length === 0 ? [encode('{}')] : kept))) ?? {}
      );
    },
  };
  return follower;
}
