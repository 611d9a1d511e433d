import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Architecture } from './app.ts';
import { listFiles } from './list-files.ts';

/** Files that nothing reads at run time: types, maps, pages, tests, and what only compilers and package managers read. */
const USELESS =
  /(\.[cm]?tsx?|\.map|\.tsbuildinfo|\.(md|markdown)|\.ya?ml|\.test(\.[a-z]+)?\.js|^tsconfig\.json|^turbo\.json|^\.pnpm-.*)$/i;

/** Folders that nothing reads at run time. */
const USELESS_FOLDERS: ReadonlySet<string> = new Set(['.bin', '.pnpm', '.turbo', 'reports']);

/** Takes out of a folder what nothing reads at run time. */
export async function prune(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !USELESS_FOLDERS.has(entry.name)) await prune(path);
    else if (entry.isDirectory() || USELESS.test(entry.name)) await rm(path, { recursive: true });
  }
}

/** Takes out of the copy of a room its sources, and what the compiler once made of sources that are gone. */
export async function pruneRoom(copy: string, room: string): Promise<void> {
  await rm(join(copy, 'src'), { recursive: true, force: true });
  const dist = join(copy, 'dist');
  for (const path of await listFiles(dist)) {
    if (!path.endsWith('.js')) continue;
    const source = join(room, 'src', path.slice(dist.length).replace(/\.js$/, '.ts'));
    if (!existsSync(source)) await rm(path);
  }
}

/**
 * Of the database's addon only the binary for this architecture and Debian's C library is loaded. `modules` is the folder
 * of all packages, in which an app without a database has none. Throws when the addon is not laid out as it was.
 */
export async function pruneAddon(modules: string, architecture: Architecture): Promise<void> {
  const folder = join(modules, 'better-sqlite3');
  if (!existsSync(folder)) return;
  // Sources, and headers for compiling them: it comes compiled.
  const sources = ['deps', 'src', 'binding.gyp', join('..', 'node-addon-api')];
  for (const source of sources) await rm(join(folder, source), { recursive: true, force: true });
  const binary = `linux-${architecture}.node`;
  const prebuilds = await readdir(join(folder, 'prebuilds'));
  if (!prebuilds.includes(binary)) {
    throw new Error(`better-sqlite3 has no prebuilds/${binary}: its layout has changed`);
  }
  for (const one of prebuilds.filter((file) => file !== binary)) {
    await rm(join(folder, 'prebuilds', one));
  }
}
