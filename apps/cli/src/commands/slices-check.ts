import { checkSlices, formatSliceProblem } from '@hearth/slices';

import { marked, say, type Io } from '../io.ts';
import { load } from '../load.ts';

/** `hearth slices check DIR`: does each class have its slice unit, and does it say what the manifest says? */
export async function slicesCheck(io: Io, units: string, manifestFolder: string): Promise<number> {
  const loaded = await load(io, manifestFolder);
  if (loaded === null) return 1;
  const problems = await checkSlices(loaded.manifest, units);
  if (problems.length > 0) {
    say(io, ...problems.map((problem) => marked(io, 'red', formatSliceProblem(problem))));
    return 1;
  }
  say(io, `The slice units in ${units} are those of the classes in ${manifestFolder}.`);
  return 0;
}
