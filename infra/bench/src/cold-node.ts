import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Path of a copy of the Node that runs this, of which nothing is in memory: it is read from the disk as it is used, as
 * after a boot. Of a file that was just unpacked the kernel holds pages in larger pieces, and a process that uses one byte has
 * the whole piece counted, which makes 4.5 MiB for Node that any other process may have at any time.
 */
export function coldNode(folder: string): string {
  const copy = join(folder, 'node');
  copyFileSync(process.execPath, copy);
  execFileSync('dd', [
    `of=${copy}`,
    'oflag=nocache',
    'conv=notrunc,fsync',
    'count=0',
    'status=none',
  ]);
  return copy;
}
