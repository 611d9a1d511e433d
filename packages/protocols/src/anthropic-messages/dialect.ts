import { tokens } from '@hearth/words';
import { asCount, asObject, asSome, type JsonObject } from '../json.ts';
import { encode, sseEvent } from '../stream/bytes.ts';
import type { Dialect, EventKind, FollowOptions, Mutable } from '../stream/dialect.ts';
import { hearthMark } from '../stream/mark.ts';
import type { Tally } from '../stream/progress.ts';
import { known, type Usage } from '../stream/usage.ts';
import { createBlocks } from './blocks.ts';

const STOP = sseEvent({ type: 'message_stop' }, 'message_stop');

/** The field of each kind of delta that has tokens in it, and what they are. */
const DELTAS: Readonly<
  Record<string, { field: string; kind: 'content' | 'reasoning' | 'tool_call' }>
> = {
  text_delta: { field: 'text', kind: 'content' },
  thinking_delta: { field: 'thinking', kind: 'reasoning' },
  input_json_delta: { field: 'partial_json', kind: 'tool_call' },
};

/** Reads and ends the streams of Anthropic's messages. `stop_reason` is its terminal marker. */
export function messagesDialect(options: FollowOptions): Dialect {
  const blocks = options.assemble ? createBlocks() : null;
  const open = new Set<number>();
  let message: JsonObject = {};
  let ending: JsonObject = {};
  let usage: JsonObject = {};

  function noteUsage(more: JsonObject | null, tally: Tally, final: boolean): void {
    if (more === null) return;
    usage = { ...usage, ...more };
    // The count of the answer in message_start is of what was there before it: not yet a report.
    tally.report(readMessagesUsage(final ? usage : { ...usage, output_tokens: null }));
  }

  function readEnd(event: JsonObject, tally: Tally): EventKind {
    noteUsage(asObject(event['usage']), tally, true);
    const delta = asObject(event['delta']) ?? {};
    const reason = asSome(delta['stop_reason']);
    if (reason === null) return 'other';
    ending = delta;
    dialect.complete = true;
    const full = reason === 'max_tokens' || reason === 'model_context_window_exceeded';
    tally.finish(reason, full);
    return 'terminal';
  }

  function madeUsage(tally: Tally): JsonObject {
    return {
      input_tokens: tally.usage.prompt ?? options.promptTokens,
      ...usage,
      output_tokens: tally.tokens,
    };
  }

  const dialect: Mutable<Dialect> = {
    complete: false,
    sequence: 0,
    read(event, name, tally) {
      const type = asSome(event['type']) ?? name ?? '';
      const index = asCount(event['index']) ?? 0;
      blocks?.take(type, event);
      if (type === 'content_block_delta') return { kind: readDelta(event, tally), out: 'pass' };
      if (type === 'message_delta') return { kind: readEnd(event, tally), out: 'pass' };
      if (type === 'message_stop') return { kind: 'done', out: dialect.complete ? 'pass' : 'drop' };
      if (type === 'message_start') {
        message = asObject(event['message']) ?? {};
        noteUsage(asObject(message['usage']), tally, false);
      }
      if (type === 'content_block_start') open.add(index);
      if (type === 'content_block_stop') open.delete(index);
      return { kind: 'other', out: 'pass' };
    },
    closing: () => encode(STOP),
    cut(reason, tally) {
      const stops = [...open].map((index) =>
        sseEvent({ type: 'content_block_stop', index }, 'content_block_stop'),
      );
      const end = {
        type: 'message_delta',
        delta: { stop_reason: 'max_tokens', stop_sequence: null },
        usage: madeUsage(tally),
        ...hearthMark(reason, tally, tally.tokensFrom === 'counted'),
      };
      return encode(stops.join('') + sseEvent(end, 'message_delta') + STOP);
    },
    assemble(reason, tally) {
      return {
        id: 'msg_hearth',
        type: 'message',
        role: 'assistant',
        model: options.model,
        ...message,
        stop_reason: reason && 'max_tokens',
        stop_sequence: null,
        ...ending,
        content: blocks?.content() ?? [],
        usage: madeUsage(tally),
        ...hearthMark(reason, tally, tally.tokensFrom === 'counted'),
      };
    },
  };
  return dialect;
}

/** Counts the one token that a delta brings, if it brings any. */
function readDelta(event: JsonObject, tally: Tally): EventKind {
  const delta = asObject(event['delta']) ?? {};
  const brings = DELTAS[asSome(delta['type']) ?? ''];
  if (brings === undefined || asSome(delta[brings.field]) === null) return 'other';
  if (brings.kind === 'tool_call') tally.add({ tool: 1 });
  else tally.add({ [brings.kind]: 1 });
  return brings.kind;
}

/** Anthropic counts cached tokens beside `input_tokens`, not in them. */
function readMessagesUsage(usage: JsonObject): Usage {
  const parts = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];
  const counts = parts.flatMap((part) => asCount(usage[part]) ?? []);
  return known({
    prompt: counts.length === 0 ? null : tokens(counts.reduce((sum, one) => sum + one, 0)),
    cached: usage['cache_read_input_tokens'],
    output: usage['output_tokens'],
    reasoning: null,
  });
}
