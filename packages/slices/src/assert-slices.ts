import { checkSlices, formatSliceProblem } from './check-slices.ts';

/**
 * For the tests of a repo that declares classes: loads the manifest of one folder and compares the slice units of the
 * other. Throws one Error that lists every problem, of the manifest if it does not load, else of the slices.
 */
export async function assertSlices(folders: {
  readonly manifest: string;
  readonly units: string;
}): Promise<void> {
  // Only here, since whoever asks for the effect of slices needs nothing of what it takes to read a manifest.
  const { formatProblem, loadManifest } = await import('@hearth/manifest');
  const loaded = await loadManifest(folders.manifest);
  if (!loaded.ok)
    fail(`The manifest in ${folders.manifest} does not load:`, loaded.problems.map(formatProblem));
  const problems = await checkSlices(loaded.manifest, folders.units);
  if (problems.length === 0) return;
  fail(
    `The slice units in ${folders.units} are not those of ${folders.manifest}:`,
    problems.map(formatSliceProblem),
  );
}

function fail(head: string, lines: readonly string[]): never {
  throw new Error([head, ...lines.map((line) => `- ${line}`)].join('\n'));
}
