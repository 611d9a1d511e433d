import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { type Architecture, REPOSITORY } from './app.ts';
import { command } from './command.ts';

/** The version of Node that the repository pins for itself: what is tested is what is put into place. */
export async function nodeVersion(): Promise<string> {
  const text = await readFile(join(REPOSITORY, 'package.json'), 'utf8');
  return (JSON.parse(text) as { devDependencies: { node: string } }).devDependencies.node;
}

/**
 * Path of the Node binary of an architecture. It comes from the same family of npm packages as the repository's own
 * Node, which npm checks against the registry's digest, and is fetched once.
 */
export async function nodeBinary(architecture: Architecture, version: string): Promise<string> {
  if (architecture === process.arch && `v${version}` === process.version) return process.execPath;
  const name = `node-linux-${architecture}`;
  const cache = join(homedir(), '.cache', 'hearth-install');
  const folder = join(cache, `${name}-${version}`);
  const binary = join(folder, 'package', 'bin', 'node');
  if (existsSync(binary)) return binary;
  await mkdir(cache, { recursive: true });
  const half = await mkdtemp(join(cache, 'half-'));
  try {
    const file = await command(half, ['npm', 'pack', '--silent', `${name}@${version}`]);
    await command(half, ['tar', '-xzf', file.trim(), 'package/bin/node', 'package/LICENSE']);
    await rm(join(half, file.trim()));
    // Of several at once the first one wins.
    await rename(half, folder).catch((error: unknown) => {
      if (!existsSync(binary)) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return binary;
}
