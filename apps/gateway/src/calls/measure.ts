import type { Call, Progress } from '@hearth/protocols';
import { between, seconds, tokens, type Instant, type Seconds, type Tokens } from '@hearth/words';

import type { Measured, Span } from '../machines/rates.ts';

/** What is known of a call's answer when it is over. */
export interface Answered {
  readonly call: Call;
  readonly progress: Progress;
  readonly sentAt: Instant;
  readonly firstTokenAt: Instant | null;
  readonly lastTokenAt: Instant | null;
  /** True where the model was in memory when the call was sent. */
  readonly wasLoaded: boolean;
  readonly whole: boolean;
}

/** A prompt of fewer bytes is mostly template, and says little about how long its words are. */
const LEAST_BYTES = 400;
/** No tokenizer makes tokens shorter or longer than this of any prose; beyond it the prompt was cut, or had attachments. */
const BYTES_PER_TOKEN = { least: 1, most: 8 };

/** What a call has measured: by the machine's own clock where it told, else by ours. */
export function measure(answered: Answered): Measured {
  const { progress, whole } = answered;
  const { timings } = progress;
  return {
    decode: timings?.decode ?? decodeSpan(answered),
    prefill: timings?.prefill ?? prefillSpan(answered),
    load: timings?.load ?? null,
    bytesPerToken: ratioOf(answered),
    thinking: answered.call.thinks && progress.firstToken ? progress.reasoningTokens : null,
    whole,
  };
}

/** The decode rate for the record; null where too little came to tell. */
export function decodeRate(answered: Answered): number | null {
  return (answered.progress.timings?.decode ?? decodeSpan(answered))?.rate ?? null;
}

/** From the first token to the last there are one fewer steps than tokens. */
function decodeSpan({ progress, firstTokenAt, lastTokenAt }: Answered): Span | null {
  if (firstTokenAt === null || lastTokenAt === null) return null;
  return span(tokens(progress.tokens - 1), between(firstTokenAt, lastTokenAt));
}

function prefillSpan({ progress, sentAt, firstTokenAt, wasLoaded }: Answered): Span | null {
  const { prompt, cached = 0 } = progress.usage;
  if (firstTokenAt === null || prompt === undefined || !wasLoaded) return null;
  return span(tokens(prompt - cached), between(sentAt, firstTokenAt));
}

function ratioOf({ call, progress }: Answered): number | null {
  const { bytes, images, tokens: counted } = call.prompt;
  const { prompt } = progress.usage;
  if (prompt === undefined || images > 0 || counted > 0 || bytes < LEAST_BYTES) return null;
  const ratio = bytes / prompt;
  return ratio >= BYTES_PER_TOKEN.least && ratio <= BYTES_PER_TOKEN.most ? ratio : null;
}

/**
 * True where the machine read about half its window of a prompt that was much longer: Ollama's way of making a prompt
 * fit, of which neither its answer nor its counts say a word. `most` is the most bytes that a token has been.
 */
export function wasPromptCut(
  { call, progress }: Answered,
  context: Tokens | null,
  most: number | null,
): boolean {
  const { prompt } = progress.usage;
  if (prompt === undefined || context === null || call.prompt.images > 0) return false;
  const least = call.prompt.bytes / (most ?? BYTES_PER_TOKEN.most);
  return Math.abs(prompt - context / 2) <= 8 && least > prompt * 1.25;
}

function span(count: Tokens, time: Seconds): Span | null {
  if (count <= 0 || time <= 0) return null;
  return { tokens: count, seconds: seconds(time), rate: count / time };
}
