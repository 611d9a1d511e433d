import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { randomId } from './random-id.ts';

/**
 * Who this runner is, whatever it is called: a random text, made once for its folder and kept there. By it the gateway
 * tells a runner that was started again from another one that was given the same name.
 */
export async function instanceOf(folder: string): Promise<string> {
  const path = join(folder, 'instance');
  try {
    const text = (await readFile(path, 'utf8')).trim();
    if (/^[A-Za-z0-9_-]{8,64}$/.test(text)) return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const made = randomId();
  await writeFile(path, `${made}\n`, { mode: 0o600 });
  return made;
}
