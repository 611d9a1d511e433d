import { asCount, asObject, asSome, objectsIn, type JsonObject } from '../json.ts';
import { encode, SSE_DONE, sseEvent } from '../stream/bytes.ts';
import {
  kindOf,
  type Dialect,
  type FollowOptions,
  type Mutable,
  type Verdict,
} from '../stream/dialect.ts';
import { hearthMark } from '../stream/mark.ts';
import type { Deltas, Tally } from '../stream/progress.ts';
import { readLlamaTimings } from '../stream/timings.ts';
import { readChatUsage } from '../stream/usage.ts';
import { madeUsage, usageSum } from './usage.ts';

/** What tells OpenAI's two APIs of choices apart: chat and completions. */
export interface ChoiceApi {
  /** The `object` of a chunk and of a whole answer. */
  readonly chunk: string;
  readonly answer: string;
  /** A choice of a chunk that says nothing. */
  readonly silence: JsonObject;
  /** Counts the deltas in a choice of a chunk. */
  count(choice: JsonObject): Required<Deltas>;
  /** A new collector for one choice of a whole answer. */
  collect(): ChoiceCollector;
}

/** Makes one choice of a whole answer out of its chunks. */
export interface ChoiceCollector {
  add(choice: JsonObject): void;
  answer(): JsonObject;
}

/** Fields of a chunk that are not of the whole answer, or are set by hearth there. */
const OF_THE_CHUNK = new Set(['choices', 'object', 'usage', 'prompt_progress']);

/** Reads and ends the streams of chat and of completions. */
export function choicesDialect(api: ChoiceApi, options: FollowOptions): Dialect {
  const seen = new Set<number>();
  const finished = new Map<number, string>();
  const collectors = new Map<number, ChoiceCollector>();
  const usages = usageSum();
  let envelope: Record<string, unknown> = {};

  function collect(index: number, choice: JsonObject): void {
    const collector = collectors.get(index) ?? api.collect();
    collectors.set(index, collector);
    collector.add(choice);
  }

  /** Chunks of one answer repeat its id, model and so on: what any of them says, the answer says. */
  function keepEnvelope(event: JsonObject): void {
    for (const key of Object.keys(event)) {
      const value = event[key];
      if (value === null || value === envelope[key] || OF_THE_CHUNK.has(key)) continue;
      if (options.assemble || key !== 'timings') envelope[key] = value;
    }
  }

  function base(object: string): JsonObject {
    const created = Math.floor(options.at / 1000);
    return { id: 'chatcmpl-hearth', created, model: options.model, ...envelope, object };
  }

  function usageChunk(tally: Tally): string {
    const usage = madeUsage(tally, options);
    return sseEvent({ ...base(api.chunk), choices: [], usage, hearth: { usage_estimated: true } });
  }

  const dialect: Mutable<Dialect> = {
    complete: false,
    sequence: 0,
    read(event, _name, tally): Verdict {
      keepEnvelope(event);
      const choices = objectsIn(event['choices']);
      const has = { terminal: false, content: 0, reasoning: 0, tool: 0 };
      for (const choice of choices) {
        const index = asCount(choice['index']) ?? 0;
        seen.add(index);
        const deltas = api.count(choice);
        has.content += deltas.content;
        has.reasoning += deltas.reasoning;
        has.tool += deltas.tool;
        if (options.assemble) collect(index, choice);
        const reason = asSome(choice['finish_reason']);
        if (reason === null) continue;
        has.terminal = true;
        if (!finished.has(index) || reason === 'length') finished.set(index, reason);
        tally.finish(reason, reason === 'length');
      }
      tally.add(has);
      dialect.complete = finished.size > 0 && finished.size === seen.size;

      const timings = asObject(event['timings']);
      if (timings !== null) {
        const read = readLlamaTimings(timings);
        tally.timings = read.timings;
        tally.report(read.usage);
      }
      const usage = asObject(event['usage']);
      if (usage === null) return { kind: kindOf(has), out: 'pass' };
      usages.add(
        usage,
        choices.map((choice) => asCount(choice['index']) ?? 0),
      );
      tally.report(readChatUsage(usages.total() ?? usage));
      if (choices.length > 0) return { kind: kindOf(has), out: 'pass' };
      return { kind: 'usage', out: options.wantsUsage ? 'pass' : 'drop' };
    },
    closing(tally) {
      if (!options.wantsUsage || usages.total() !== null) return encode(SSE_DONE);
      return encode(usageChunk(tally) + SSE_DONE);
    },
    cut(reason, tally) {
      const open = [...seen].filter((index) => !finished.has(index));
      const chunk = base(api.chunk);
      const choices = (open.length === 0 ? [0] : open).map((index) => ({
        index,
        ...api.silence,
        logprobs: null,
        finish_reason: 'length',
      }));
      const end = sseEvent({ ...chunk, choices, ...hearthMark(reason, tally) });
      return encode(end + (options.wantsUsage ? usageChunk(tally) : '') + SSE_DONE);
    },
    assemble(reason, tally) {
      const choices = [...collectors]
        .sort(([a], [b]) => a - b)
        .map(([index, collector]) => ({
          index,
          ...collector.answer(),
          finish_reason: finished.get(index) ?? (reason && 'length'),
        }));
      const reported = usages.total();
      return {
        ...base(api.answer),
        choices,
        usage: reported ?? madeUsage(tally, options),
        ...hearthMark(reason, tally, reported === null),
      };
    },
  };
  return dialect;
}
