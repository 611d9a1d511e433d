import type { Manifest } from '@hearth/manifest';
import {
  checkEffect,
  checkSlices,
  type Effect,
  type SliceProblem,
  systemdRuns,
  UNITS_FOLDER,
} from '@hearth/slices';

import { fault, type Finding, ok, warning } from './finding.ts';

/** The slice of each class: its file, and whether systemd and the kernel hold to it. */
export async function checkClasses(manifest: Manifest): Promise<readonly Finding[]> {
  // Without systemd nothing is in force, which another check says.
  if (!systemdRuns()) return [];
  const classes = [...manifest.classes.values()];
  if (classes.length === 0) {
    return [warning('no class is declared, so no job can be', 'declare one under classes:')];
  }
  return verdictOnSlices(await checkSlices(manifest, UNITS_FOLDER), await checkEffect(classes));
}

/** A class whose runs are refused is a fault; all else about a slice is better mended. */
export function verdictOnSlices(
  files: readonly SliceProblem[],
  { limits, problems }: Effect,
): readonly Finding[] {
  const about = new Set(problems.map((problem) => problem.class));
  // Where systemd has no slice its file is missing, too: that is told once.
  const others = files.filter((one) => !(one.kind === 'missing' && about.has(one.class)));
  const wrong = new Set([...about, ...others.map((one) => one.class)]);
  return [
    ...limits
      .filter((limit) => limit.bytes !== null && !wrong.has(limit.class))
      .map(({ class: name, bytes, from }) =>
        ok(`class ${name} is held to ${Math.floor((bytes ?? 0) / 2 ** 20)} MiB by ${from}`),
      ),
    ...problems.map(({ refuses, message, hint }) => (refuses ? fault : warning)(message, hint)),
    ...others.map(({ message, hint }) => warning(message, hint)),
  ];
}
