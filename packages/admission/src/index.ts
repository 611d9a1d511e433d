/**
 * The state machine of the slots: which call may go to which machine, and when.
 *
 * Tell `reduce` what happens, and do what it answers. It knows no clock and does no I/O: every event
 * carries the time, and the same events give the same actions. It is the one place that decides about
 * priority, turns, fair shares, swaps of models, budgets and the bounds of the queue, and the one that
 * never lets more calls onto a machine than it has slots.
 *
 * @module
 */
export { type Allowance } from './allowance.ts';
export { type Call } from './call.ts';
export {
  REFUSAL_REASONS,
  type AdmissionAction,
  type AdmissionEvent,
  type AdmissionReason,
  type AdmitAction,
  type RefusalReason,
  type RefuseAction,
} from './events.ts';
export { forecast, forecasts, type CallForecast, type Forecast } from './forecast.ts';
export { type Machine, type ModelState } from './machine.ts';
export { nextDeadline } from './next-deadline.ts';
export { reduce } from './reduce.ts';
export { DEFAULT_RULES, type AdmissionRules } from './rules.ts';
export { show, type AdmissionView, type MachineView, type SlotView } from './show.ts';
export { newAdmission, type Admission } from './state.ts';
