/**
 * The slice units of the resource classes: the text of each, whether the files in a folder are those texts, and whether
 * a machine holds its runs to them.
 *
 * systemd takes a slice without a unit file for one without any limit, and says nothing. So whoever starts runs, and
 * every repo that adds a class, checks first that each class has its file, and that the file says what the manifest says.
 */
export { assertSlices } from './assert-slices.ts';
export {
  checkEffect,
  formatEffectProblem,
  holdsLimit,
  lostLimit,
  refusalOf,
  type Effect,
  type EffectiveLimit,
  type EffectProblem,
} from './check-effect.ts';
export { checkSlices, formatSliceProblem, type SliceProblem } from './check-slices.ts';
export { installSlices, slicesInUse, UNITS_FOLDER, type InUse } from './install-slices.ts';
export { hasMemoryController } from './kernel-limit.ts';
export { systemdRuns, thisMachine, type Machine, type Systemctl } from './machine.ts';
export { scopeOptions, type ScopeOptions } from './scope-options.ts';
export { sliceName } from './slice-name.ts';
export { houseSliceText, sliceText, TASKS_OF_A_RUN } from './slice-text.ts';
export { writeSlices, type WrittenSlices } from './write-slices.ts';
