/**
 * The recorded streams under `fixtures/`, one for each kind of server and API, and what is true of
 * each. They have the forms that the servers send (field order, line ends, what is left out), with
 * texts that hold characters of two, three and four bytes.
 */
// oxlint-disable-next-line no-restricted-imports -- The tests of a pure room may read their fixtures.
import { readFileSync } from 'node:fs';
import { instant, tokens } from '@hearth/words';
import type { FollowOptions } from './stream/dialect.ts';
import type { FollowedEvent, Follower } from './stream/follower.ts';
import { protocolOf } from './protocol-of.ts';
import type { Protocol } from './protocol.ts';

/** A recorded stream and what a follower must make of it. */
export interface Fixture {
  readonly file: string;
  readonly path: string;
  readonly options?: Partial<FollowOptions>;
  /** The kinds of its events, in order, other events and comments left out. */
  readonly kinds: string;
  readonly tokens: number;
  readonly prompt: number | undefined;
  readonly finish: string;
  readonly truncated: boolean;
}

const CHAT = '/v1/chat/completions';
const COMPLETIONS = '/v1/completions';
const RESPONSES = '/v1/responses';
const MESSAGES = '/v1/messages';

export const FIXTURES: readonly Fixture[] = [
  {
    file: 'chat.llama-cpp.sse',
    path: CHAT,
    kinds: 'reasoning reasoning content content content terminal usage done',
    tokens: 7,
    prompt: 65,
    finish: 'stop',
    truncated: false,
  },
  {
    file: 'chat.ollama.sse',
    path: CHAT,
    kinds: 'reasoning reasoning tool_call terminal usage done',
    tokens: 31,
    prompt: 120,
    finish: 'tool_calls',
    truncated: false,
  },
  {
    file: 'chat.vllm.sse',
    path: CHAT,
    kinds: 'reasoning content content terminal usage done',
    tokens: 8,
    prompt: 18,
    finish: 'stop',
    truncated: false,
  },
  {
    file: 'chat.lmstudio.sse',
    path: CHAT,
    kinds: 'content content content terminal usage done',
    tokens: 7,
    prompt: 11,
    finish: 'length',
    truncated: true,
  },
  {
    file: 'chat.openai.sse',
    path: CHAT,
    kinds: 'tool_call tool_call tool_call tool_call tool_call terminal usage done',
    tokens: 24,
    prompt: 90,
    finish: 'tool_calls',
    truncated: false,
  },
  {
    file: 'completions.llama-cpp.sse',
    path: COMPLETIONS,
    kinds: 'content terminal content content terminal done',
    tokens: 5,
    prompt: 11,
    finish: 'length',
    truncated: true,
  },
  {
    file: 'completions.vllm.sse',
    path: COMPLETIONS,
    kinds: 'content terminal usage done',
    tokens: 4,
    prompt: 5,
    finish: 'length',
    truncated: true,
  },
  {
    file: 'completions.ollama.sse',
    path: COMPLETIONS,
    kinds: 'content content terminal usage done',
    tokens: 3,
    prompt: 12,
    finish: 'stop',
    truncated: false,
  },
  {
    file: 'completions.lmstudio.sse',
    path: COMPLETIONS,
    kinds: 'content terminal',
    tokens: 2,
    prompt: undefined,
    finish: 'stop',
    truncated: false,
  },
  {
    file: 'completions.openai.sse',
    path: COMPLETIONS,
    kinds: 'content content terminal usage done',
    tokens: 2,
    prompt: 4,
    finish: 'stop',
    truncated: false,
  },
  {
    file: 'responses.llama-cpp.sse',
    path: RESPONSES,
    options: { cap: tokens(8) },
    kinds: 'content content terminal',
    tokens: 8,
    prompt: 65,
    finish: 'max_output_tokens',
    truncated: true,
  },
  {
    file: 'responses.ollama.sse',
    path: RESPONSES,
    kinds: 'reasoning reasoning content terminal',
    tokens: 6,
    prompt: 70,
    finish: 'completed',
    truncated: false,
  },
  {
    file: 'responses.openai.sse',
    path: RESPONSES,
    options: { cap: tokens(16) },
    kinds: 'content content terminal',
    tokens: 16,
    prompt: 12,
    finish: 'max_output_tokens',
    truncated: true,
  },
  {
    file: 'responses.lmstudio.sse',
    path: RESPONSES,
    options: { cap: tokens(8), upstream: 'lmstudio' },
    kinds: 'content content terminal',
    tokens: 7,
    prompt: 12,
    finish: 'max_output_tokens',
    truncated: true,
  },
  {
    file: 'responses.vllm.sse',
    path: RESPONSES,
    kinds: 'tool_call tool_call terminal',
    tokens: 5,
    prompt: 44,
    finish: 'completed',
    truncated: false,
  },
  {
    file: 'messages.llama-cpp.sse',
    path: MESSAGES,
    kinds: 'content content content terminal done',
    tokens: 5,
    prompt: 65,
    finish: 'max_tokens',
    truncated: true,
  },
  {
    file: 'messages.ollama.sse',
    path: MESSAGES,
    kinds: 'reasoning reasoning content terminal done',
    tokens: 9,
    prompt: 33,
    finish: 'end_turn',
    truncated: false,
  },
  {
    file: 'messages.vllm.sse',
    path: MESSAGES,
    kinds: 'content terminal done',
    tokens: 2,
    prompt: 21,
    finish: 'end_turn',
    truncated: false,
  },
  {
    file: 'messages.lmstudio.sse',
    path: MESSAGES,
    kinds: 'tool_call tool_call terminal done',
    tokens: 14,
    prompt: 50,
    finish: 'tool_use',
    truncated: false,
  },
  {
    file: 'chat.ollama.ndjson',
    path: '/api/chat',
    kinds: 'reasoning reasoning content content tool_call terminal',
    tokens: 11,
    prompt: 40,
    finish: 'stop',
    truncated: false,
  },
  {
    file: 'generate.ollama.ndjson',
    path: '/api/generate',
    kinds: 'content content terminal',
    tokens: 4,
    prompt: 9,
    finish: 'length',
    truncated: true,
  },
];

/** The bytes of a recorded stream. */
export function readFixture(file: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../fixtures/${file}`, import.meta.url)));
}

/** The protocol of a path that is known to have one. */
export function protocolAt(path: string): Protocol {
  const protocol = protocolOf(path);
  if (protocol === null) throw new Error(`no protocol at ${path}`);
  return protocol;
}

/** A follower with the usual options of these tests, where a test does not say otherwise. */
export function followerAt(path: string, options: Partial<FollowOptions> = {}): Follower {
  return protocolAt(path).follow({
    model: 'real-model',
    upstream: 'llama.cpp',
    cap: tokens(100),
    context: null,
    promptTokens: tokens(20),
    wantsUsage: true,
    assemble: true,
    at: instant(1_795_978_300_000),
    ...options,
  });
}

/** A follower that has been fed a whole recorded stream. */
export function followFixture(
  { file, path, options }: Pick<Fixture, 'file' | 'path' | 'options'>,
  more: Partial<FollowOptions> = {},
): { follower: Follower; events: readonly FollowedEvent[] } {
  const follower = followerAt(path, { ...options, ...more });
  const events = [...follower.push(readFixture(file)), ...follower.end().events];
  return { follower, events };
}

/** A follower that has been fed only the first events of a recorded stream. */
export function begun(
  file: string,
  path: string,
  events: number,
  options: Partial<FollowOptions> = {},
): Follower {
  const follower = followerAt(path, options);
  const whole = followerAt(path).push(readFixture(file));
  for (const { raw } of whole.slice(0, events)) follower.push(raw);
  return follower;
}

/** Bytes as text. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** All bytes of the events that the caller gets, as text. */
export function sent(events: readonly FollowedEvent[]): string {
  return events.map(({ out }) => decode(out)).join('');
}

/** The JSON of each `data:` or NDJSON line of a text, the done marker left out. */
export function payloads(text: string): Record<string, unknown>[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^data: /, ''))
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
