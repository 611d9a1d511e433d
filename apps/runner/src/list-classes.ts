import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import * as v from 'valibot';

import { Refusal } from './refusal.ts';

/** What a runner needs to know of a class. */
export interface ServedClass {
  /** How many runs of it there are at once. */
  readonly concurrency: number;
  /** The memory of one run, in bytes. */
  readonly memory: number;
}

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const answer = v.union([
  v.object({ classes: v.record(v.string(), v.object({ concurrency: whole, memory: whole })) }),
  v.object({ problems: v.string() }),
]);

/**
 * The classes of the manifest in a folder. Rejects with a `Refusal` that lists what is wrong with the manifest. This file is run as a process of its own to read it: the runner
 * needs a few numbers of the manifest once, and would keep the thirteen megabytes that it takes to read them.
 */
export async function listClasses(folder: string): Promise<Map<string, ServedClass>> {
  const words = [...process.execArgv, fileURLToPath(import.meta.url), folder];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const found = v.parse(answer, JSON.parse(stdout));
  if ('classes' in found) return new Map(Object.entries(found.classes));
  throw new Refusal(`the manifest in ${folder} cannot be used:\n${found.problems}`);
}

async function read(folder: string): Promise<v.InferOutput<typeof answer>> {
  const { formatProblem, loadManifest } = await import('@hearth/manifest');
  const loaded = await loadManifest(folder);
  if (!loaded.ok) {
    return { problems: loaded.problems.map((problem) => formatProblem(problem)).join('\n') };
  }
  const classes = [...loaded.manifest.classes.values()];
  return {
    classes: Object.fromEntries(
      classes.map(({ name, concurrency, memory }) => [name, { concurrency, memory }]),
    ),
  };
}

if (import.meta.main) {
  process.stdout.write(JSON.stringify(await read(process.argv[2] ?? '')));
}
