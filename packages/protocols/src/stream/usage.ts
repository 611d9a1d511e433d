import { tokens, type Seconds, type Tokens } from '@hearth/words';
import { asCount, asObject, type JsonObject } from '../json.ts';

/** What an upstream said about the tokens of a call; a field that it did not say is left out. */
export interface Usage {
  /** The tokens of the whole prompt, cached ones included. */
  readonly prompt?: Tokens;
  /** Those of them that the upstream had in its cache and did not read again. */
  readonly cached?: Tokens;
  /** The tokens of the answer, reasoning included. */
  readonly output?: Tokens;
  /** Those of them that were reasoning. */
  readonly reasoning?: Tokens;
}

/** So many tokens in so much time. */
export interface Pace {
  readonly tokens: Tokens;
  readonly seconds: Seconds;
  /** Tokens a second, as the upstream works it out: llama.cpp leaves the first token out. */
  readonly rate: number;
}

/** How fast an upstream says it was. What it did not say is null. */
export interface Timings {
  /** Reading the prompt. llama.cpp leaves cached tokens out, Ollama counts them in. */
  readonly prefill: Pace | null;
  /** Writing the answer. */
  readonly decode: Pace | null;
  /** Loading the model first. */
  readonly load: Seconds | null;
}

/** The names under which one API keeps its counts. */
interface UsageNames {
  readonly prompt: string;
  readonly promptDetails: string;
  readonly output: string;
  readonly outputDetails: string;
}

const CHAT_NAMES: UsageNames = {
  prompt: 'prompt_tokens',
  promptDetails: 'prompt_tokens_details',
  output: 'completion_tokens',
  outputDetails: 'completion_tokens_details',
};

const RESPONSES_NAMES: UsageNames = {
  prompt: 'input_tokens',
  promptDetails: 'input_tokens_details',
  output: 'output_tokens',
  outputDetails: 'output_tokens_details',
};

/** Reads the `usage` object of OpenAI's chat, completions and embeddings. */
export function readChatUsage(usage: JsonObject): Usage {
  return readUsage(usage, CHAT_NAMES);
}

/** Reads the `usage` object of OpenAI's responses. */
export function readResponsesUsage(usage: JsonObject): Usage {
  return readUsage(usage, RESPONSES_NAMES);
}

function readUsage(usage: JsonObject, names: UsageNames): Usage {
  return known({
    prompt: usage[names.prompt],
    cached: asObject(usage[names.promptDetails])?.['cached_tokens'],
    output: usage[names.output],
    reasoning: asObject(usage[names.outputDetails])?.['reasoning_tokens'],
  });
}

/** Keeps only the counts that are there and are numbers. */
export function known(counts: Readonly<Record<keyof Usage, unknown>>): Usage {
  const kept: { -readonly [Key in keyof Usage]: Usage[Key] } = {};
  for (const key of ['prompt', 'cached', 'output', 'reasoning'] as const) {
    const count = asCount(counts[key]);
    if (count !== null) kept[key] = tokens(count);
  }
  return kept;
}
