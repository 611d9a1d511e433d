import { formatProblem, loadManifest, type Loaded } from '@hearth/manifest';

import { marked, say, type Io } from './io.ts';

/** The manifest in a folder, with what it warns of; null, with every problem said, where it is not right. */
export async function load(io: Io, folder: string): Promise<Extract<Loaded, { ok: true }> | null> {
  const loaded = await loadManifest(folder);
  if (loaded.ok) return loaded;
  const count = loaded.problems.length;
  say(
    io,
    ...loaded.problems.map(formatProblem),
    '',
    marked(io, 'red', `The manifest in ${folder} has ${count} problem${count === 1 ? '' : 's'}.`),
  );
  return null;
}
