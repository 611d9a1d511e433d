import type { Call, CapReason } from '@hearth/wire';

import { plain } from './plain.ts';
import { lasting } from './when.ts';

const CAP: Readonly<Record<CapReason, string>> = {
  time: 'as much as its time allows',
  context: 'as much as the context has room for',
  caller: 'as much as its caller asked for',
};

/** One model call in a sentence: how long it waited and ran, where, its tokens, its cap and why, its end. */
export function callWords(call: Call): string {
  const { id, machine, model, waited_seconds, ran_seconds } = call;
  const on =
    machine === null ? '' : ` on ${plain(machine)}${model === null ? '' : ` (${plain(model)})`}`;
  const ran = ran_seconds === null ? '' : `, ran ${lasting(ran_seconds)}${on}`;
  return `call ${id} waited ${lasting(waited_seconds)}${ran}${tokenWords(call)}; ${callEnd(call.end)}`;
}

function tokenWords({ prompt_tokens, answer_tokens, cap, cap_reason }: Call): string {
  const read = prompt_tokens === null ? '' : `, read ${prompt_tokens} tokens`;
  const wrote = answer_tokens === null ? '' : `, wrote ${answer_tokens}`;
  if (cap === null) return `${read}${wrote}`;
  const reason = cap_reason === null ? '' : ` (${CAP[cap_reason]})`;
  return `${read}${wrote === '' ? ', may write' : `${wrote} of`} at most ${cap}${reason}`;
}

/** How a call ended, in words. */
export function callEnd(end: string | null): string {
  switch (end) {
    case null:
      return 'it is still open';
    case 'stop':
      return 'it ended by itself';
    case 'length':
      return 'it was cut at its cap';
    case 'deadline':
      return 'it was cut at its deadline';
    case 'hung-up':
      return 'its caller hung up';
    case 'upstream':
      return 'the machine failed';
    case 'lost':
      return 'it was lost when the gateway ended';
    default:
      return `it ended with "${plain(end)}"`;
  }
}
