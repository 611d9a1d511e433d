import { createHash } from 'node:crypto';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { relative } from 'node:path';

import { listFiles } from './list-files.ts';

/** Eight hexadecimal digits that tell whether two folders hold the same files, links and rights to execute. */
export async function digest(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const path of (await listFiles(folder)).sort()) {
    const about = await lstat(path);
    const content = about.isSymbolicLink() ? await readlink(path) : await readFile(path);
    hash.update(`${relative(folder, path)}\0${about.mode & 0o100}\0${content.length}\0`);
    hash.update(content);
  }
  return hash.digest('hex').slice(0, 8);
}
