import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Bundle } from './assemble.ts';
import { command } from './command.ts';

/** Packs a bundle into `<name>.tar.gz` in a folder, and gives its path. The same bundle gives the same archive. */
export async function pack({ name, folder }: Bundle, place: string): Promise<string> {
  const file = join(place, `${name}.tar.gz`);
  const tar = ['tar', '--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  await command(dirname(folder), [...tar, '-czf', `${file}.new`, name]);
  await rename(`${file}.new`, file);
  return file;
}
