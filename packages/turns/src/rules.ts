import { seconds, type Seconds } from '@hearth/words';

/** The two numbers that bound how long something may be overtaken. */
export interface TurnRules {
  /** Whoever has waited for longer than this is overdue. */
  readonly limit: Seconds;
  /** How many places go to higher priorities, at most, before something overdue gets one. At least 2. */
  readonly grants: number;
}

/** For runs: overdue after six hours, a turn after at most four grants to higher ones. */
export const RUN_TURNS: TurnRules = { limit: seconds(6 * 3600), grants: 4 };

/** For calls: overdue after two minutes, a turn after at most four grants to higher ones. */
export const CALL_TURNS: TurnRules = { limit: seconds(120), grants: 4 };
