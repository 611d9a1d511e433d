import type { Seconds, Tokens } from '@hearth/words';
import type { CapInput } from './cap-input.ts';

/** Why a prompt does not fit, by its three numbers: prompt, cap and context. Blaming the prompt alone sends people after the wrong one. */
export function noRoom(input: CapInput, context: Tokens, least: Tokens): string {
  const { promptTokens, callerCap } = input;
  const cap =
    callerCap === null
      ? `no cap is set (an answer has at least ${least})`
      : `the cap is ${callerCap}`;
  const room = context > promptTokens ? `${context - promptTokens} are left` : 'nothing is left';
  return (
    `The prompt has about ${promptTokens} tokens, ${cap}, and the context of the model holds ${context} for both: ` +
    `${room} for the answer. Shorten the prompt, or load the model with a longer context.`
  );
}

/** Why a call comes too late, by its three numbers: the time, the rate and the fewest tokens worth sending it for. */
export function noTime(input: CapInput, prefill: Seconds, time: Tokens, least: Tokens): string {
  const left = `${short(Math.max(0, input.timeForAnswer))} s are left for the answer`;
  const rate = `at ${short(input.decodeRate)} tokens per second`;
  const reading =
    prefill > 0 && Number.isFinite(prefill)
      ? `, reading the prompt takes about ${short(prefill)} s`
      : '';
  return (
    `${left}${reading}, and ${rate} the rest is enough for ${time} tokens, where at least ${least} are wanted. ` +
    'Allow more time, shorten the prompt, or call when less is waiting.'
  );
}

/** With one decimal at most. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
