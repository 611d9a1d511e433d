import { between, seconds, tokens, type Seconds, type Tokens } from '@hearth/words';
import { emitAfter, type Speech, type Victim } from './emit-fault.ts';
import type { End, Exchange } from './exchange.ts';
import { decode, prefill } from './generate.ts';
import { QUIRKS } from './kinds.ts';
import type { Room } from './limits.ts';
import { plan, type Part } from './plan.ts';
import type { Work } from './route.ts';
import type { Result, Scene, Voice } from './voice.ts';

/** What was settled about an answer before it starts. */
export interface Settled {
  readonly model: string;
  readonly room: Room;
  /** How long the model took to load. */
  readonly loading: Seconds;
}

/**
 * Generates an answer and says it as it comes. Whether the peer is still there is looked at after each batch of
 * the prompt and at each token, not before: a machine at work does not hear that it is no longer wanted.
 */
export async function speak(
  exchange: Exchange,
  work: Work,
  victim: Victim,
  settled: Settled,
): Promise<End> {
  const { inside, record, seen, wire, fault, pace } = exchange;
  const { kind, clock, signal } = inside;
  const { room } = settled;
  const ask = { ...work.ask, prompt: room.prompt };
  const { pieces, tool } = plan(ask, exchange.manner);
  const voice = work.voice(sceneOf(exchange, settled, tool?.name ?? null));
  const speech = speechOf(exchange, ask.stream, voice);
  const deaf = isDeaf(exchange);
  const left = () => seen.peerGone && !deaf;

  const started = clock.now();
  const { promptBatch } = QUIRKS[kind];
  for await (const _batch of prefill(room.promptTokens, promptBatch, pace, clock, signal)) {
    if (left()) return 'aborted';
  }

  const decoding = clock.now();
  const said: Record<Part, string> = { thinking: '', text: '', arguments: '' };
  let thinkingTokens = 0;
  for await (const batch of decode(pieces, room.limit, pace, clock, signal)) {
    if (left()) return 'aborted';
    for (const token of batch) {
      const struck = fault && (await emitAfter(fault, seen.tokens, speech, victim));
      if (struck !== null) return struck;
      said[token.part] += token.text;
      if (token.part === 'thinking') thinkingTokens += 1;
      speech.begin();
      speech.say(voice.token(token));
      record.token(seen);
    }
    await wire.drained();
  }
  const struck = fault && (await emitAfter(fault, seen.tokens, speech, victim));
  if (struck !== null) return struck;
  if (left()) return 'aborted';

  const cut = ask.generates && seen.tokens >= room.limit;
  const natural = tool === null ? 'stop' : 'tool_calls';
  finish({
    reason: cut ? 'length' : natural,
    promptTokens: room.promptTokens,
    tokens: seen.tokens,
    thinkingTokens: tokens(thinkingTokens),
    said,
    loading: settled.loading,
    prefill: spent(between(started, decoding), room.promptTokens),
    decode: spent(between(decoding, clock.now()), seen.tokens),
  });
  return 'finished';

  function finish(result: Result): void {
    speech.begin();
    if (!ask.stream) {
      wire.begin(200, { 'content-type': 'application/json' });
      wire.write(JSON.stringify(voice.whole(result)));
    } else if (fault?.kind !== 'no-ending') {
      const ending = voice.ending(result);
      speech.say(fault?.kind === 'two-endings' ? `${ending}${ending}` : ending);
      speech.say(voice.tail(result));
    }
    wire.end();
  }
}

/** The time spent on tokens, at least 10 µs each: whoever divides by it gets no infinite rate. */
function spent(span: Seconds, count: Tokens): Seconds {
  return seconds(Math.max(span, count * 1e-5));
}

function sceneOf({ inside, seen }: Exchange, settled: Settled, tool: string | null): Scene {
  return {
    kind: inside.kind,
    id: seen.id,
    at: inside.clock.now(),
    model: settled.model,
    promptTokens: settled.room.promptTokens,
    tool,
  };
}

/** The stream of an answer; what is asked for in one piece has none. */
function speechOf({ wire }: Exchange, stream: boolean, voice: Voice): Speech {
  let begun = false;
  return {
    stream,
    begin() {
      if (!stream || begun) return;
      begun = true;
      wire.begin(200, { 'content-type': voice.mediaType });
      wire.write(voice.open());
    },
    say(text) {
      if (stream) wire.write(text);
    },
    failure: (message) => voice.failure(message),
  };
}

function isDeaf({ inside, fault, seen }: Exchange): boolean {
  if (fault?.kind === 'deaf') return true;
  return QUIRKS[inside.kind].resumes && seen.headers['x-conversation-id'] !== undefined;
}
