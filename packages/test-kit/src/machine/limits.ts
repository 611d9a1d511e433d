import { tokens, type Tokens } from '@hearth/words';
import type { Ask, Api } from './ask.ts';
import { number, type Json } from './json.ts';
import { QUIRKS, type Kind } from './kinds.ts';
import type { Refusal } from './refusal.ts';
import { countTokens, lastTokens } from './tokens.ts';

/** The cap of `/v1/messages` where the request has none: llama.cpp's default, the others refuse. */
const MESSAGES_CAP = 4096;
/** Ollama keeps so many tokens at the start of a prompt that it cuts. */
const KEPT = 4;
/** Ollama generates at most this many windows, whatever it is asked for. */
const MOST_WINDOWS = 10;

/** The cap that this server finds in a request: of all the fields only those that it knows on this API. */
export function readCap(kind: Kind, api: Api, body: Json): number | null {
  const fields = fieldsOf(kind, api);
  const found = fields.map((field) => number(body[field])).find((value) => value !== null);
  if (found !== undefined) return found;
  if (api === 'completions') return QUIRKS[kind].completionsCap;
  return api === 'messages' && kind === 'llama.cpp' ? MESSAGES_CAP : null;
}

function fieldsOf(kind: Kind, api: Api): readonly string[] {
  switch (api) {
    case 'responses':
      return ['max_output_tokens'];
    case 'messages':
      return ['max_tokens'];
    case 'ollama':
      return ['num_predict'];
    case 'completions':
      return QUIRKS[kind].capFields.filter((field) => field !== 'max_completion_tokens');
    default:
      return QUIRKS[kind].capFields;
  }
}

/** The room that a generation has. */
export interface Room {
  /** The prompt that the model really reads. */
  readonly prompt: string;
  readonly promptTokens: Tokens;
  /** The most tokens that it can generate; reached, the answer is cut. */
  readonly limit: Tokens;
}

/** The room for `ask` in a window, or why this server refuses it. `template` is what a chat has beside its messages. */
export function roomFor(
  kind: Kind,
  ask: Ask,
  window: Tokens,
  template: Tokens = tokens(0),
): Room | Refusal {
  const { cap } = ask;
  const isChat = ask.generates && ask.api !== 'completions';
  const promptTokens = tokens(countTokens(ask.prompt) + (isChat ? template : 0));
  if (ask.api === 'messages' && (cap === null || cap < 1)) {
    return invalid('max_tokens: a positive number is required');
  }
  switch (QUIRKS[kind].overflow) {
    case 'refuse': {
      if (cap !== null && cap < -1) return invalid(`the cap must be -1 or more, got ${cap}`);
      if (promptTokens >= window) return tooLong(kind, promptTokens, window);
      const left = window - promptTokens;
      const limit = cap === null || cap === -1 ? left : Math.min(cap, left);
      return { prompt: ask.prompt, promptTokens, limit: tokens(limit) };
    }
    case 'refuse-sum': {
      if (cap !== null && cap < 1) return invalid(`max_tokens must be at least 1, got ${cap}.`);
      if (promptTokens + (cap ?? 1) > window) {
        return overflowOfSum(kind, promptTokens, cap ?? 0, window);
      }
      return { prompt: ask.prompt, promptTokens, limit: tokens(cap ?? window - promptTokens) };
    }
    case 'cut': {
      const most = MOST_WINDOWS * window;
      const limit = tokens(cap === null || cap < 0 || cap > most ? most : cap);
      if (promptTokens <= window) return { prompt: ask.prompt, promptTokens, limit };
      if (!ask.mayCut) {
        return invalid(
          'the prompt is longer than the context length currently available to the model',
        );
      }
      const kept = tokens(window - Math.floor((window - KEPT) / 2));
      return { prompt: lastTokens(ask.prompt, kept), promptTokens: kept, limit };
    }
  }
}

function invalid(message: string): Refusal {
  return { status: 400, type: 'invalid_request_error', message };
}

function tooLong(kind: Kind, promptTokens: Tokens, window: Tokens): Refusal {
  if (kind !== 'llama.cpp') {
    return invalid(`The prompt has ${promptTokens} tokens; the model is loaded with ${window}.`);
  }
  return {
    status: 400,
    type: 'exceed_context_size_error',
    message: `request (${promptTokens} tokens) exceeds the available context size (${window} tokens), try increasing it`,
    extra: { n_prompt_tokens: promptTokens, n_ctx: window },
  };
}

/** vLLM stops to count a prompt as soon as it knows that the sum is too much, so that its number says no more than that. */
function overflowOfSum(kind: Kind, promptTokens: Tokens, cap: number, window: Tokens): Refusal {
  const enough = kind === 'vllm' ? Math.max(1, window - cap + 1) : Infinity;
  return {
    status: 400,
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    message:
      `This model's maximum context length is ${window} tokens. However, you requested ${cap} output tokens ` +
      `and your prompt contains at least ${Math.min(promptTokens, enough)} input tokens.`,
  };
}
