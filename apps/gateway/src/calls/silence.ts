import { seconds, type Seconds } from '@hearth/words';

/** The longest silences of a machine that are no cause for worry: before the first token of an answer, and after it. */
export interface Silence {
  readonly before: Seconds;
  readonly after: Seconds;
}

/** What is expected of a machine that answers. */
export interface SilenceFacts {
  /** How long it reads the prompt, at most. */
  readonly reading: Seconds;
  /** Tokens written a second. */
  readonly rate: number;
  /** How long its model takes to load, null where that was never measured; 0 where it is loaded. */
  readonly load: Seconds | null;
}

/** At least a minute before the first token, half a minute between two. */
const QUIET_BEFORE = 60;
const QUIET_AFTER = 30;
/** A model that has to be loaded first takes so long at most, where that was never measured; seconds. */
const LONGEST_LOAD = 300;

/** How long a machine may say nothing: a long prompt, a model on its way and a slow machine are no faults. */
export function silenceOf({ reading, rate, load }: SilenceFacts): Silence {
  const loading = load === 0 ? 0 : Math.max(LONGEST_LOAD, 3 * (load ?? 0));
  return {
    before: seconds(Math.max(QUIET_BEFORE, 3 * reading) + loading),
    after: seconds(Math.max(QUIET_AFTER, 20 / rate)),
  };
}
