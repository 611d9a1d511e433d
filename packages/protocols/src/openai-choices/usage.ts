import { asCount, type JsonObject } from '../json.ts';
import type { FollowOptions } from '../stream/dialect.ts';
import type { Tally } from '../stream/progress.ts';

const COUNTS = ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const;

/** Adds up the usage of a call. Create one for each answer. */
export interface UsageSum {
  /** Takes the usage of a chunk, which is of the choices in it, or of the whole call when it has none. */
  add(usage: JsonObject, choices: readonly number[]): void;
  /** The usage of the whole call; null when none was reported. */
  total(): JsonObject | null;
}

/**
 * llama.cpp (a list of prompts) and vLLM (continuous usage) report usage choice by choice, the
 * newest report of a choice taking the place of its older one; all others report once for all.
 */
export function usageSum(): UsageSum {
  const ofChoice = new Map<number, JsonObject>();
  let ofAll: JsonObject | null = null;
  return {
    add(usage, choices) {
      // Ollama puts zeros into every chunk of a completion that is to report its usage at the end.
      if (COUNTS.every((count) => usage[count] === 0)) return;
      if (choices[0] === undefined) ofAll = usage;
      else ofChoice.set(choices[0], usage);
    },
    total() {
      const [only] = ofChoice.values();
      if (ofAll !== null || only === undefined) return ofAll;
      if (ofChoice.size === 1) return only;
      const sum = (count: (typeof COUNTS)[number]): number =>
        [...ofChoice.values()].reduce((all, one) => all + (asCount(one[count]) ?? 0), 0);
      return Object.fromEntries(COUNTS.map((count) => [count, sum(count)]));
    },
  };
}

/** A usage object for an end that hearth makes: what was reported, else what was counted. */
export function madeUsage(tally: Tally, options: FollowOptions): JsonObject {
  const prompt = tally.usage.prompt ?? options.promptTokens;
  return {
    prompt_tokens: prompt,
    completion_tokens: tally.tokens,
    total_tokens: prompt + tally.tokens,
  };
}
