import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { Unavailable } from './unavailable.ts';

const FOLDER = new URL('../peers/', import.meta.url);
const fromPeers = createRequire(new URL('package.json', FOLDER));

/** The peers that are measured, and the version of each: exact, so that figures of two days can be compared. */
export function pinned(): Readonly<Record<string, string>> {
  const text = readFileSync(new URL('package.json', FOLDER), 'utf8');
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies;
}

/**
 * Installs the peers where one is missing or of another version. Answers null, or a sentence on why they cannot be had.
 * They are no part of the workspace: whoever works on hearth need not fetch them.
 */
export function installPeers(): string | null {
  if (Object.entries(pinned()).every(([name, version]) => installed(name) === version)) return null;
  // What is left of other versions could be nested where the new ones do not replace it.
  rmSync(new URL('node_modules', FOLDER), { recursive: true, force: true });
  // Their install scripts only build what they bring ready-made. A lock file would name a registry.
  const quiet = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
  const { status, error, stderr } = spawnSync(
    'npm',
    ['install', '--prefix', fileURLToPath(FOLDER), ...quiet],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  if (status === 0) return null;
  const why = error?.message ?? stderr.trim().split('\n').at(0) ?? `npm exited with ${status}`;
  return `the peers could not be installed (npm install in infra/bench/peers: ${why})`;
}

/** The path of a file that a peer brings, to be run. Throws {@link Unavailable} where the peer is not installed. */
export function peerFile(name: string, file: string): string {
  if (installed(name) === null) throw new Unavailable(`${name} is not installed`);
  return fileURLToPath(new URL(`node_modules/${name}/${file}`, FOLDER));
}

/**
 * Loads a peer. `T` is the part of it that the caller uses; the peers bring no types into the workspace.
 * Throws {@link Unavailable} where it is not installed.
 */
export function peer<T>(name: string): T {
  if (installed(name) === null) throw new Unavailable(`${name} is not installed`);
  return fromPeers(name) as T;
}

function installed(name: string): string | null {
  try {
    const text = readFileSync(new URL(`node_modules/${name}/package.json`, FOLDER), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
