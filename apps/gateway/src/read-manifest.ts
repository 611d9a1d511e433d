import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { Manifest } from '@hearth/manifest';

import { Refusal } from './refusal.ts';

/** What the reading process sends: the manifest with sentences about it, or everything that is wrong. */
type Reading =
  | { readonly manifest: Manifest; readonly warnings: readonly string[] }
  | { readonly problems: string };

/**
 * The manifest of a folder. Throws a {@link Refusal} that lists all that is wrong with it. This file is run as a process
 * of its own to read it: the schema and the YAML of a manifest take some twenty megabytes, which the gateway would keep
 * and never use again.
 */
export async function readManifest(folder: string, log: (line: string) => void): Promise<Manifest> {
  const child = fork(fileURLToPath(import.meta.url), [folder], {
    // Structured clones, because a manifest is made of maps.
    serialization: 'advanced',
    execArgv: process.execArgv,
  });
  const reading = await new Promise<Reading>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Reading));
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`the reading of the manifest ended with ${signal ?? `code ${code}`}`)),
    );
  });
  if ('problems' in reading) throw new Refusal(`the manifest is wrong:\n${reading.problems}`);
  for (const warning of reading.warnings) log(`warning: ${warning}`);
  return reading.manifest;
}

async function read(folder: string): Promise<Reading> {
  const { formatProblem, loadManifest } = await import('@hearth/manifest');
  const loaded = await loadManifest(folder);
  return loaded.ok
    ? { manifest: loaded.manifest, warnings: loaded.warnings.map(formatProblem) }
    : { problems: loaded.problems.map(formatProblem).join('\n') };
}

if (import.meta.main) {
  const reading = await read(process.argv[2] ?? '');
  process.send?.(reading, () => process.disconnect?.());
}
