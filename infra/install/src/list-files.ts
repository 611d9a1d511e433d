import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of all that is below a folder and is no folder itself. Links are listed and not followed. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
  return (await Promise.all(lists)).flat();
}
