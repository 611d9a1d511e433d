import { access } from 'node:fs/promises';

import { formatProblem, type Loaded, loadManifest } from '@hearth/manifest';

import { fault, type Finding, ok, warning } from './finding.ts';

/** What is declared; other checks go by it. Null where it may not be read. */
export async function readDeclared(folder: string): Promise<Loaded | null> {
  const may = await access(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'EACCES',
  );
  return may ? loadManifest(folder) : null;
}

/** Whether the manifest is right. */
export function verdictOnManifest(folder: string, loaded: Loaded | null): readonly Finding[] {
  if (loaded === null) {
    return [
      warning(`the manifest in ${folder} may not be read by this user`, 'sudo hearth doctor'),
    ];
  }
  if (!loaded.ok) {
    return loaded.problems.map((problem) => fault(formatProblem(problem), 'hearth check'));
  }
  const { classes, jobs } = loaded.manifest;
  return [
    ok(`the manifest in ${folder} is right; jobs: ${jobs.size}, classes: ${classes.size}`),
    ...loaded.warnings.map((problem) => warning(formatProblem(problem), 'hearth check')),
  ];
}
