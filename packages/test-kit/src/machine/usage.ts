import type { Json } from './json.ts';
import { QUIRKS, type Kind } from './kinds.ts';
import type { Result } from './voice.ts';

/** OpenAI's `usage` of a chat or a completion. */
export function usage(kind: Kind, result: Result): Json {
  const { promptTokens, thinkingTokens, reason } = result;
  const short = reason === 'length' ? QUIRKS[kind].usageShortfall : 0;
  const completion = result.tokens - short;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completion,
    total_tokens: promptTokens + completion,
    ...(kind === 'openai' || kind === 'lmstudio'
      ? { completion_tokens_details: { reasoning_tokens: thinkingTokens } }
      : {}),
  };
}

/** llama.cpp's `timings`, as a field to spread into an answer; nothing for the servers that have none. */
export function timings(kind: Kind, result: Result): Json {
  if (!QUIRKS[kind].timings) return {};
  const { promptTokens: prompt, tokens: predicted } = result;
  const promptMs = result.prefill * 1000;
  const predictedMs = result.decode * 1000;
  return {
    timings: {
      cache_n: 0,
      prompt_n: prompt,
      prompt_ms: promptMs,
      prompt_per_token_ms: prompt > 0 ? promptMs / prompt : 0,
      prompt_per_second: prompt > 0 ? (prompt / promptMs) * 1000 : 0,
      predicted_n: predicted,
      predicted_ms: predictedMs,
      predicted_per_token_ms: predicted > 0 ? predictedMs / predicted : 0,
      predicted_per_second: predicted > 0 ? (predicted / predictedMs) * 1000 : 0,
    },
  };
}
