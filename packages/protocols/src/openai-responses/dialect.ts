import { asCount, asObject, asSome, type JsonObject } from '../json.ts';
import { readErrorObject, type UpstreamError } from '../errors/read-upstream-error.ts';
import { encode, NOTHING, sseEvent } from '../stream/bytes.ts';
import type { Dialect, EventKind, FollowOptions, Mutable, Verdict } from '../stream/dialect.ts';
import { hearthMark } from '../stream/mark.ts';
import type { Tally } from '../stream/progress.ts';
import { readLlamaTimings } from '../stream/timings.ts';
import { readResponsesUsage } from '../stream/usage.ts';
import { closeItems } from './close-items.ts';
import { createItems } from './items.ts';
import { asIncomplete, wasCut } from './truth.ts';

const DELTAS: Readonly<Record<string, 'content' | 'reasoning' | 'tool_call'>> = {
  'response.output_text.delta': 'content',
  'response.refusal.delta': 'content',
  'response.reasoning_text.delta': 'reasoning',
  'response.reasoning_summary_text.delta': 'reasoning',
  'response.function_call_arguments.delta': 'tool_call',
  'response.mcp_call_arguments.delta': 'tool_call',
  'response.custom_tool_call_input.delta': 'tool_call',
};

/**
 * Reads and ends the streams of the responses API. It keeps the answer's text whether or not it is
 * to assemble it: the events that close a response must repeat all of it.
 */
export function responsesDialect(options: FollowOptions): Dialect {
  const items = createItems();
  let begun: JsonObject = {};
  let final: JsonObject | null = null;

  function finish(event: JsonObject, tally: Tally): Verdict {
    const response = asObject(event['response']) ?? {};
    const usage = asObject(response['usage']);
    if (usage !== null) tally.report(readResponsesUsage(usage));
    const stated = asSome(asObject(response['incomplete_details'])?.['reason']);
    const cut = event['type'] === 'response.completed' && wasCut(response, tally, options);
    final = cut ? asIncomplete(response) : response;
    dialect.complete = true;
    const reason = cut
      ? 'max_output_tokens'
      : (stated ?? asSome(response['status']) ?? 'completed');
    tally.finish(reason, reason === 'max_output_tokens');
    if (!cut) return { kind: 'terminal', out: 'pass' };
    const type = 'response.incomplete';
    return { kind: 'terminal', out: encode(sseEvent({ ...event, type, response: final }, type)) };
  }

  function output(): readonly JsonObject[] {
    const inOrder = [...items.all].sort((a, b) => a.index - b.index);
    return inOrder.map(({ value, done }) => (done ? value : { ...value, status: 'incomplete' }));
  }

  function cutResponse(reason: Parameters<Dialect['cut']>[0] | null, tally: Tally): JsonObject {
    const read = tally.usage.prompt ?? options.promptTokens;
    const usage = {
      input_tokens: read,
      input_tokens_details: { cached_tokens: tally.usage.cached ?? 0 },
      output_tokens: tally.tokens,
      output_tokens_details: { reasoning_tokens: tally.usage.reasoning ?? 0 },
      total_tokens: read + tally.tokens,
    };
    const created = Math.floor(options.at / 1000);
    const whole = {
      id: 'resp_hearth',
      object: 'response',
      created_at: created,
      model: options.model,
    };
    const estimated = tally.tokensFrom === 'counted';
    return asIncomplete({
      ...whole,
      ...begun,
      output: output(),
      usage,
      ...hearthMark(reason, tally, estimated),
    });
  }

  const dialect: Mutable<Dialect> = {
    complete: false,
    sequence: 0,
    read(event, name, tally) {
      const type = asSome(event['type']) ?? name ?? '';
      dialect.sequence = (asCount(event['sequence_number']) ?? dialect.sequence) + 1;
      const timings =
        asObject(event['timings']) ?? asObject(asObject(event['response'])?.['timings']);
      if (timings !== null) {
        const read = readLlamaTimings(timings);
        tally.timings = read.timings;
        tally.report(read.usage);
      }
      if (type === 'error')
        return { kind: 'error', out: 'pass', error: readErrorObject(200, event) };
      if (type === 'response.failed')
        return { kind: 'error', out: 'pass', error: readFailure(event) };
      if (type === 'response.completed' || type === 'response.incomplete')
        return finish(event, tally);
      // llama.cpp repeats response.created whenever a token brings no text.
      if (type === 'response.created' || type === 'response.in_progress') {
        begun = { ...begun, ...asObject(event['response']) };
        return { kind: 'other', out: 'pass' };
      }
      items.take(type, event);
      const kind: EventKind = asSome(event['delta']) === null ? 'other' : (DELTAS[type] ?? 'other');
      if (kind === 'content' || kind === 'reasoning') tally.add({ [kind]: 1 });
      if (kind === 'tool_call') tally.add({ tool: 1 });
      return { kind, out: 'pass' };
    },
    closing: () => NOTHING,
    cut(reason, tally) {
      const events = closeItems(items.all);
      const response = cutResponse(reason, tally);
      const all = [...events, { type: 'response.incomplete', response }];
      const { sequence } = dialect;
      return encode(
        all
          .map((event, at) => sseEvent({ ...event, sequence_number: sequence + at }, event.type))
          .join(''),
      );
    },
    assemble(reason, tally) {
      if (final === null) return cutResponse(reason, tally);
      return { ...final, ...hearthMark(null, tally) };
    },
  };
  return dialect;
}

function readFailure(event: JsonObject): UpstreamError {
  const error = asObject(asObject(event['response'])?.['error']);
  return readErrorObject(200, { error: error ?? 'the response failed without a word' });
}
