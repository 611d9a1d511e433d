import { asCount, asObject, asSome, objectsIn, type JsonObject } from '../json.ts';
import type { FollowOptions } from '../stream/dialect.ts';
import type { Tally } from '../stream/progress.ts';

/**
 * Was this answer cut by length, although the upstream says `completed`? llama.cpp and Ollama say
 * so of every answer. Evidence, in this order:
 * what the upstream says elsewhere in the response; tokens that have reached the cap; tokens that
 * fill the context with the prompt; and on LM Studio one token less than the cap, which is what it
 * reports of a cut answer. An answer that ends by itself exactly at its cap is taken for cut:
 * nothing tells the two apart, and a caller that asks again loses less than one that trusts a stump.
 */
export function wasCut(response: JsonObject, tally: Tally, options: FollowOptions): boolean {
  if (asSome(asObject(response['incomplete_details'])?.['reason']) === 'max_output_tokens')
    return true;
  const items = objectsIn(response['output']);
  if (items.some((item) => item['status'] === 'incomplete')) return true;
  const reported = asCount(asObject(response['usage'])?.['output_tokens']);
  const written = reported ?? tally.tokens;
  const slack = options.upstream === 'lmstudio' && reported !== null ? 1 : 0;
  if (written >= options.cap - slack && written > 0) return true;
  const read = tally.usage.prompt;
  if (options.context !== null && read !== undefined && read + written >= options.context)
    return true;
  return items.some((item) => item['type'] === 'function_call' && isBrokenJson(item['arguments']));
}

function isBrokenJson(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false;
  try {
    JSON.parse(value);
    return false;
  } catch {
    return true;
  }
}

/** The same response, told as one that ran out of tokens in its last item. */
export function asIncomplete(response: JsonObject): JsonObject {
  const output = objectsIn(response['output']).map((item, at, all) =>
    at === all.length - 1 ? { ...item, status: 'incomplete' } : item,
  );
  return {
    ...response,
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    output,
  };
}
