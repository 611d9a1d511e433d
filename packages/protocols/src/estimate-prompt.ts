import { tokens, type Tokens } from '@hearth/words';
import type { Call } from './request/call.ts';

/**
 * What one image costs at most on the vision models of a home: Gemma 3 takes 256 tokens an image,
 * LLaVA 1.5 takes 576, Qwen2.5-VL about 1,300 for a megapixel.
 */
const TOKENS_PER_IMAGE = 1300;

/**
 * Guesses how many tokens a call's prompt has, without a tokenizer. `bytesPerToken` is learnt for
 * each model (a prompt's bytes by the tokens that the upstream counted); about 4 for English and
 * 3 for most other prose. It must be above 0. The guess is rounded up.
 */
export function estimatePrompt(call: Call, bytesPerToken: number): Tokens {
  if (!(bytesPerToken > 0))
    throw new RangeError(`bytesPerToken must be above 0, not ${bytesPerToken}`);
  const { bytes, tokens: counted, images } = call.prompt;
  return tokens(Math.ceil(bytes / bytesPerToken) + counted + images * TOKENS_PER_IMAGE);
}
