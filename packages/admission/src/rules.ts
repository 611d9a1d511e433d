import { CALL_TURNS, type TurnRules } from '@hearth/turns';
import { bytes, seconds, type Bytes, type Seconds } from '@hearth/words';

/** Every number by which the slots are governed. */
export interface AdmissionRules {
  /** The most calls that may wait. */
  readonly waitingCalls: number;
  /** The most bytes that the bodies of the waiting calls may have together. */
  readonly waitingBytes: Bytes;
  /** When a call is overdue, and how often something overdue has its turn. */
  readonly turns: TurnRules;
  /** What is expected to hold a slot for no longer goes before longer calls, inside its own place in the order. */
  readonly quick: Seconds;
  /** How often a call may be passed over, inside its own place, for one of the loaded model or a quick one. */
  readonly affinityCalls: number;
  /** For how long after the first such time it may be passed over again. */
  readonly affinityTime: Seconds;
  /** For how long after its last answer a machine that went away keeps its callers waiting. */
  readonly grace: Seconds;
  /** After how many failures in a row a machine gets a single call at a time, on trial. */
  readonly failures: number;
  /** The pause before the first trial; it doubles with each trial that fails. */
  readonly trialPause: Seconds;
  /** The longest pause before a trial. */
  readonly longestTrialPause: Seconds;
  /** The shortest and the longest time after which a refused caller is told to come back. */
  readonly retryAfter: { readonly least: Seconds; readonly most: Seconds };
  /** The shortest such time when a server has to start first: a model that loads, hearth that restarts. */
  readonly startAfter: Seconds;
}

/** What hearth uses unless it is told otherwise. */
export const DEFAULT_RULES: AdmissionRules = {
  waitingCalls: 256,
  waitingBytes: bytes(64 * 1024 * 1024),
  turns: CALL_TURNS,
  quick: seconds(1),
  affinityCalls: 4,
  affinityTime: seconds(120),
  grace: seconds(60),
  failures: 3,
  trialPause: seconds(10),
  longestTrialPause: seconds(300),
  retryAfter: { least: seconds(1), most: seconds(300) },
  startAfter: seconds(5),
};
