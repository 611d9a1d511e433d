import type { Seconds, Tokens } from '@hearth/words';

/** What is known about a call at the moment it is about to be sent. */
export interface CapInput {
  /** The cap that the caller sent, 1 or more; null where it sent none, or one that means none. */
  readonly callerCap: Tokens | null;
  /** From now until the answer must be whole. */
  readonly timeForAnswer: Seconds;
  /** The tokens of the prompt, counted or estimated; whoever estimates errs on the high side, as nothing is added here. */
  readonly promptTokens: Tokens;
  /** How many of these the model is expected to have in its cache; none where left out. */
  readonly cachedTokens?: Tokens;
  /** Tokens read per second; null where it was never measured. */
  readonly prefillRate: number | null;
  /** Tokens written per second. */
  readonly decodeRate: number;
  /** The tokens that prompt and answer together may have, as the model is loaded; null where the server does not tell. */
  readonly context: Tokens | null;
  /** The fewest tokens worth sending a call for; see `DEFAULT_FLOOR`. */
  readonly floor: Tokens;
  /** Time kept back for all that is neither prefill nor decoding; see `DEFAULT_MARGIN`. */
  readonly margin: Seconds;
}
