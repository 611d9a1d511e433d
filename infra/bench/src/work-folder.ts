import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../.cache', import.meta.url));

/**
 * An empty folder for the files of a bench, gone when the process exits. It lies beside the bench and not in the
 * system's folder for such things, which is often no disk at all: there a sync would cost nothing.
 */
export function workFolder(bench: string): string {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, `${bench}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
