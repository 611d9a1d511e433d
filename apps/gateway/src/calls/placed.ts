import type { Instant, Seconds, Tokens } from '@hearth/words';

import type { Watched } from '../machines/watch.ts';
import type { Silence } from './silence.ts';

/** A call at the place that it got: the machine, the model, how much it may write there and how long. */
export interface Placed {
  readonly machine: Watched;
  readonly model: string;
  /** Null where there is nothing to cap. */
  readonly capReason: 'time' | 'context' | 'caller' | null;
  readonly cap: Tokens;
  readonly promptTokens: Tokens;
  /** Tokens written a second, for each answer. */
  readonly rate: number;
  /** How long reading the prompt is expected to take, at most. */
  readonly prefill: Seconds;
  readonly deadline: Instant;
  readonly silence: Silence;
  /** A token more than this is past the cap. */
  readonly mostTokens: number;
  readonly wasLoaded: boolean;
  readonly whole: boolean;
}
