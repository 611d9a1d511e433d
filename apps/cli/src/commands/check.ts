import { formatProblem, type Manifest } from '@hearth/manifest';
import { checkSlices, formatSliceProblem } from '@hearth/slices';

import { marked, say, type Io } from '../io.ts';
import { load } from '../load.ts';

/** What to check beside the manifest. */
export interface CheckOptions {
  /** The folder of the slice units; they are not checked where it is absent. */
  readonly units?: string | undefined;
}

/** `hearth check [DIR]`: is the manifest right, and do its classes have their slice units? 1 where something is wrong. */
export async function check(io: Io, folder: string, { units }: CheckOptions): Promise<number> {
  const loaded = await load(io, folder);
  if (loaded === null) return 1;
  const { manifest, warnings } = loaded;
  say(io, ...warnings.map((one) => marked(io, 'yellow', `warning: ${formatProblem(one)}`)));
  say(io, `The manifest in ${folder} is right: ${contents(manifest)}.`);
  if (units === undefined) return 0;
  const problems = await checkSlices(manifest, units);
  if (problems.length === 0) {
    say(io, `The slice units in ${units} are those of its classes.`);
    return 0;
  }
  say(io, ...problems.map((problem) => marked(io, 'red', formatSliceProblem(problem))));
  return 1;
}

function contents(manifest: Manifest): string {
  const { jobs, classes, machines, probes, windows, budgets } = manifest;
  return Object.entries({ jobs, classes, machines, probes, windows, budgets })
    .filter(([, { size }]) => size > 0)
    .map(([name, { size }]) => `${size} ${size === 1 ? singular(name) : name}`)
    .join(', ');
}

function singular(name: string): string {
  return name === 'classes' ? 'class' : name.replace(/s$/, '');
}
