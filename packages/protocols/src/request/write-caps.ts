import type { Tokens } from '@hearth/words';
import type { JsonObject } from '../json.ts';

/**
 * The names under which callers of the OpenAI routes send a cap. `n_predict` is llama.cpp's,
 * `max_new_tokens` Text Generation Inference's, `max_output_tokens` that of the responses API.
 */
export const CAP_NAMES = [
  'max_completion_tokens',
  'max_tokens',
  'n_predict',
  'max_new_tokens',
  'max_output_tokens',
] as const;

/** The body with the cap in one field and in none of the others. */
export function writeCap(body: JsonObject, field: string, cap: Tokens): JsonObject {
  const names: readonly string[] = CAP_NAMES;
  const kept = Object.entries(body).filter(([key]) => !names.includes(key));
  return { ...Object.fromEntries(kept), [field]: cap };
}
