/**
 * Strict priority with turns for what has waited too long, for runs and for calls alike. Ageing buys
 * turns, not rank: what is overdue gets one place now and then, and everything else keeps its order.
 * Pure: the time is a parameter, and the state is one number that the caller keeps.
 *
 * @module
 */
export {
  isOverdue,
  next,
  NO_TURNS_YET,
  type Choice,
  type TurnState,
  type Waiting,
} from './next.ts';
export { CALL_TURNS, RUN_TURNS, type TurnRules } from './rules.ts';
