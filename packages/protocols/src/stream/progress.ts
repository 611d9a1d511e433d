import { tokens, type Tokens } from '@hearth/words';
import type { UpstreamError } from '../errors/read-upstream-error.ts';
import type { Timings, Usage } from './usage.ts';

/** How far an answer has come; it changes while the stream is followed. */
export interface Progress {
  /** True from the first token on, whether of the answer, of reasoning or of a tool call. */
  readonly firstToken: boolean;
  /** The tokens written so far, as well as they are known. */
  readonly tokens: Tokens;
  /** `counted` while deltas are all there is to go by: one may hold more than one token. */
  readonly tokensFrom: 'reported' | 'counted';
  /** What the upstream said of its tokens. */
  readonly usage: Usage;
  /** What the upstream said of its speed; null when it said nothing. */
  readonly timings: Timings | null;
  /** Why the upstream stopped, in the words of its API; null while it has not said. */
  readonly finishReason: string | null;
  /** True when the upstream stopped because the answer had reached its cap or filled the context. */
  readonly truncated: boolean;
  /** True when there was reasoning and no word of an answer. */
  readonly reasoningOnly: boolean;
  /** How many tokens were reasoning: as the upstream says, else as they were counted. */
  readonly reasoningTokens: Tokens;
  /** The first error that came in the stream. */
  readonly error: UpstreamError | null;
}

/** The tokens that one event brings, by what they are. */
export interface Deltas {
  readonly content?: number;
  readonly reasoning?: number;
  readonly tool?: number;
}

/** Counts an answer while it passes. The readers of the APIs write here, the gateway reads. */
export class Tally implements Progress {
  usage: Usage = {};
  timings: Timings | null = null;
  finishReason: string | null = null;
  truncated = false;
  error: UpstreamError | null = null;
  #answered = false;
  #reasoned = false;
  /** Deltas of reasoning. */
  #thought = 0;
  #reported: number | null = null;
  /** Deltas since the upstream last reported: its report stands, and they come on top. */
  #counted = 0;

  get firstToken(): boolean {
    return this.#answered || this.#reasoned;
  }

  get tokens(): Tokens {
    return tokens((this.#reported ?? 0) + this.#counted);
  }

  get tokensFrom(): 'reported' | 'counted' {
    return this.#reported !== null && this.#counted === 0 ? 'reported' : 'counted';
  }

  get reasoningOnly(): boolean {
    return this.#reasoned && !this.#answered;
  }

  get reasoningTokens(): Tokens {
    return this.usage.reasoning || tokens(this.#thought);
  }

  /** Counts the deltas of one event. */
  add({ content = 0, reasoning = 0, tool = 0 }: Deltas): void {
    this.#answered ||= content > 0 || tool > 0;
    this.#reasoned ||= reasoning > 0;
    this.#thought += reasoning;
    this.#counted += content + reasoning + tool;
  }

  /**
   * Takes over what the upstream reports; what it does not mention stays. Some report zeros until
   * they know better: no prompt has 0 tokens, and no answer of which there is some.
   */
  report(usage: Usage): void {
    const { prompt, output, ...rest } = usage;
    this.usage = { ...this.usage, ...rest };
    if (prompt) this.usage = { ...this.usage, prompt };
    if (output === undefined || (output === 0 && this.#counted > 0)) return;
    this.usage = { ...this.usage, output };
    this.#reported = output;
    this.#counted = 0;
  }

  /** Notes why it stopped. The first reason stands, but "cut" is believed whenever it comes. */
  finish(reason: string, truncated: boolean): void {
    if (this.finishReason !== null && !(truncated && !this.truncated)) return;
    this.finishReason = reason;
    this.truncated = truncated;
  }

  /** Notes an error; the first one is the cause of the others. */
  fail(error: UpstreamError): void {
    this.error ??= error;
  }
}
