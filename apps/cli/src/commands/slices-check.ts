import type { Manifest } from '@hearth/manifest';
import {
  checkEffect,
  checkSlices,
  formatEffectProblem,
  formatSliceProblem,
  systemdRuns,
  UNITS_FOLDER,
  type Effect,
} from '@hearth/slices';

import { marked, say, type Io } from '../io.ts';
import { load } from '../load.ts';

/**
 * `hearth slices check [DIR]`: does each class have its slice unit, and does it say what the manifest says? Without a
 * folder it is this machine that is checked: its own units, and whether systemd and the kernel hold to them.
 */
export async function slicesCheck(
  io: Io,
  units: string | undefined,
  manifestFolder: string,
): Promise<number> {
  const loaded = await load(io, manifestFolder);
  if (loaded === null) return 1;
  const folder = units ?? UNITS_FOLDER;
  const problems = await checkSlices(loaded.manifest, folder);
  say(io, ...problems.map((problem) => marked(io, 'red', formatSliceProblem(problem))));
  if (problems.length === 0) {
    say(io, `The slice units in ${folder} are those of the classes in ${manifestFolder}.`);
  }
  const inForce = units !== undefined || (await machineIsRight(io, loaded.manifest));
  return problems.length === 0 && inForce ? 0 : 1;
}

async function machineIsRight(io: Io, { classes }: Manifest): Promise<boolean> {
  if (!systemdRuns()) {
    say(io, 'systemd does not run this machine, so whether they are in force cannot be seen.');
    return true;
  }
  const effect = await checkEffect(classes.values());
  sayEffect(io, effect);
  return !effect.problems.some(({ refuses }) => refuses);
}

/** Says which limit of memory each class has on this machine, and what is wrong. */
export function sayEffect(io: Io, { limits, problems }: Effect): void {
  say(
    io,
    ...limits.map(({ class: name, bytes, from }) =>
      bytes === null
        ? `class ${name}: no limit of memory`
        : `class ${name}: ${Math.floor(bytes / 2 ** 20)} MiB for all its runs, by ${from}`,
    ),
    ...problems.map((one) => marked(io, one.refuses ? 'red' : 'yellow', formatEffectProblem(one))),
  );
}
