import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { prepareLlama } from './prepare-llama.ts';

const run = promisify(execFile);

/**
 * Null where a llama-server can be run; else a sentence that says why not, for a suite to be skipped aloud with.
 * It tries each thing for real, and makes the root file system if there is none yet, so the first call takes a minute.
 */
export async function canRunLlama(): Promise<string | null> {
  if (process.platform !== 'linux') return 'The llama-server of Debian runs on Linux only.';
  if (process.getuid?.() !== 0) return 'Only root can run a llama-server in a root of its own.';
  try {
    const apart = ['--pdeathsig', 'KILL', 'unshare', '--mount'];
    await run('setpriv', [...apart, 'mount', '-t', 'tmpfs', 'none', '/mnt']);
    const root = await prepareLlama();
    await run('chroot', [root, 'llama-server', '--version']);
    return null;
  } catch (error) {
    return `No llama-server can be run here: ${error instanceof Error ? error.message : String(error)}`;
  }
}
