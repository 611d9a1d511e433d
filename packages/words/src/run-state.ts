/** The states that a run is stored in. `parked` is not one: it is derived while a need of the job is down. */
export const RUN_STATES = [
  'scheduled',
  'ready',
  'running',
  'succeeded',
  'dead',
  'cancelled',
  'skipped',
] as const;

/** One of {@link RUN_STATES}. */
export type RunState = (typeof RUN_STATES)[number];

/** A run in one of these never changes again. */
export type TerminalState = 'succeeded' | 'dead' | 'cancelled' | 'skipped';

/** A run in one of these is still to be carried out. */
export type OpenState = Exclude<RunState, TerminalState>;

/** What is shown to people: a ready run whose job has a need that is down is `parked`. */
export type ShownState = RunState | 'parked';

/** True for the states that never change again. */
export function isTerminal(state: RunState): state is TerminalState {
  return state === 'succeeded' || state === 'dead' || state === 'cancelled' || state === 'skipped';
}
