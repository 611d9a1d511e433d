import { asList, asObject, asSome, asText, type JsonObject } from '../json.ts';
import { encode, NOTHING } from '../stream/bytes.ts';
import { kindOf, type Dialect, type FollowOptions, type Mutable } from '../stream/dialect.ts';
import { hearthMark } from '../stream/mark.ts';
import type { Tally } from '../stream/progress.ts';
import { readOllamaTimings } from '../stream/timings.ts';

/** What tells Ollama's two APIs apart: chat and generate. */
export interface OllamaApi {
  /** The object in a line that holds its text: the line itself, or the message in it. */
  part(line: JsonObject): JsonObject;
  /** The fields of that object whose texts are put together; the first is the answer. */
  readonly texts: readonly [answer: string, reasoning: string];
  /** Puts the texts of a whole answer into a line. */
  place(text: JsonObject): JsonObject;
}

/** Chat: what the model says is in `message`. */
export const OLLAMA_CHAT: OllamaApi = {
  part: (line) => asObject(line['message']) ?? {},
  texts: ['content', 'thinking'],
  place: (text) => ({ message: { role: 'assistant', ...text } }),
};

/** Generate: what the model says is in the line itself. */
export const OLLAMA_GENERATE: OllamaApi = {
  part: (line) => line,
  texts: ['response', 'thinking'],
  place: (text) => text,
};

/** Reads and ends the streams of Ollama. `done: true` is its terminal marker. */
export function ollamaDialect(api: OllamaApi, options: FollowOptions): Dialect {
  const [answer, reasoning] = api.texts;
  const texts = new Map([[answer, '']]);
  const lists = new Map<string, unknown[]>();
  let head: JsonObject = {};
  let last: JsonObject | null = null;

  function keepTexts(part: JsonObject): void {
    for (const name of api.texts) {
      const text = asText(part[name]);
      if (text !== null) texts.set(name, (texts.get(name) ?? '') + text);
    }
    keepList('tool_calls', part);
    keepList('images', part);
  }

  function keepList(name: string, from: JsonObject): void {
    const list = lists.get(name) ?? [];
    for (const one of asList(from[name])) list.push(one);
    if (list.length > 0) lists.set(name, list);
  }

  const dialect: Mutable<Dialect> = {
    complete: false,
    sequence: 0,
    read(line, _name, tally) {
      const part = api.part(line);
      const has = {
        terminal: line['done'] === true,
        content: asSome(part[answer]) === null ? 0 : 1,
        reasoning: asSome(part[reasoning]) === null ? 0 : 1,
        tool: asList(part['tool_calls']).length > 0 ? 1 : 0,
      };
      tally.add(has);
      const { model, created_at: createdAt } = line;
      head = { model, created_at: createdAt };
      if (options.assemble) {
        keepTexts(part);
        keepList('logprobs', line);
      }
      if (has.terminal) {
        last = line;
        dialect.complete = true;
        const reason = asSome(line['done_reason']) ?? 'stop';
        tally.finish(reason, reason === 'length');
        const { timings, usage } = readOllamaTimings(line);
        tally.timings = timings;
        tally.report(usage);
      }
      return { kind: kindOf(has), out: 'pass' };
    },
    closing: () => NOTHING,
    cut(reason, tally) {
      const line = {
        ...head,
        ...api.place({ [answer]: '' }),
        ...lastLine(tally),
        ...hearthMark(reason, tally, true),
      };
      return encode(`${JSON.stringify(line)}\n`);
    },
    assemble(reason, tally) {
      const { logprobs, ...inText } = Object.fromEntries(lists);
      return {
        ...head,
        ...(last ?? lastLine(tally)),
        ...api.place({ ...Object.fromEntries(texts), ...inText }),
        ...(logprobs && { logprobs }),
        ...hearthMark(reason, tally, last === null),
      };
    },
  };
  return dialect;
}

/** What the last line of an answer says of its end, when hearth makes it. */
function lastLine(tally: Tally): JsonObject {
  return {
    done: true,
    done_reason: 'length',
    ...(tally.usage.prompt !== undefined && { prompt_eval_count: tally.usage.prompt }),
    eval_count: tally.tokens,
  };
}
