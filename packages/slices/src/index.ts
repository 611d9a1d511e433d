/**
 * The slice units of the resource classes: the text of each, and whether the files in a folder are those texts.
 *
 * systemd takes a slice without a unit file for one without any limit, and says nothing. So whoever starts runs, and
 * every repo that adds a class, checks first that each class has its file, and that the file says what the manifest says.
 */
export { assertSlices } from './assert-slices.ts';
export { checkSlices, formatSliceProblem, type SliceProblem } from './check-slices.ts';
export { sliceName } from './slice-name.ts';
export { sliceText } from './slice-text.ts';
export { writeSlices, type WrittenSlices } from './write-slices.ts';
