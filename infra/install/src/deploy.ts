import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type App, type Architecture, REPOSITORY } from './app.ts';
import { build } from './build.ts';
import { command } from './command.ts';
import { prune, pruneAddon, pruneRoom } from './prune.ts';

/** A room of the repository whose output is shipped. */
interface Room {
  /** Its folder in the repository, `packages/queue`. */
  readonly source: string;
  /** Its folder in what is shipped. */
  readonly copy: string;
}

/**
 * Builds an app and lays it out in a folder with the packages that it needs at run time. Rejects with the compiler's
 * words when something that is shipped does not build; faults in tests are left to those who test. Rejects with what to
 * do where pnpm has to fetch packages first.
 */
export async function deploy(app: App, architecture: Architecture, folder: string): Promise<void> {
  const faults = await build(app);
  // It is the pnpm that runs this: a new one would first ask the registry about itself. Nothing is asked of the registry
  // here, as what is shipped is what the lockfile pins and the tests have run with. Laid out flat, nothing in it tells
  // where it was made, so that the same sources make the same archive everywhere.
  const pnpm = ['pnpm', '--filter', `@hearth/${app}`, 'deploy', '--prod'];
  const known = ['--offline', '--trust-lockfile'];
  const how = ['--config.inject-workspace-packages=true', '--config.node-linker=hoisted'];
  try {
    await command(REPOSITORY, [...pnpm, ...known, ...how, folder]);
  } catch (error) {
    if (!String(error).includes('ERR_PNPM_NO_OFFLINE')) throw error;
    throw new Error(
      `pnpm no longer has all packages of ${app} in its store: run "npx -y pnpm@12 install --force", which fetches them, and then this again`,
      { cause: error },
    );
  }
  const modules = join(folder, 'node_modules');
  const rooms = [{ source: `apps/${app}`, copy: folder }, ...(await roomsIn(modules))];
  const isShipped = (file: string): boolean =>
    !/\.test\.[^/]*$/.test(file) && rooms.some(({ source }) => file.startsWith(`${source}/src/`));
  const serious = faults.filter(({ file }) => isShipped(file));
  if (serious.length > 0) {
    throw new Error(`${app} does not build:\n${serious.map(({ text }) => text).join('\n')}`);
  }
  await prune(folder);
  for (const { source, copy } of rooms) await pruneRoom(copy, join(REPOSITORY, source));
  await pruneAddon(modules, architecture);
}

/** The rooms of the repository among the packages that pnpm laid out. */
async function roomsIn(modules: string): Promise<Room[]> {
  const names = await readdir(join(modules, '@hearth'));
  return names.map((name) => {
    const kind = existsSync(join(REPOSITORY, 'packages', name)) ? 'packages' : 'apps';
    return { source: `${kind}/${name}`, copy: join(modules, '@hearth', name) };
  });
}
