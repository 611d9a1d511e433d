import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where root file systems are kept: `HEARTH_TESTBED_CACHE`, or a folder in the user's own cache. */
export function cacheFolder(): string {
  return resolve(
    process.env['HEARTH_TESTBED_CACHE'] ?? join(homedir(), '.cache', 'hearth-testbed'),
  );
}

/**
 * Where each machine that runs has a folder of its own. Not below the cache: the paths of sockets must be short.
 * Not in `/tmp`: disk images are large, and that may be memory.
 */
export const MACHINES = '/var/tmp/hearth-testbed';
