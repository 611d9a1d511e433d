import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret that attempts' keys are signed with: 32 random bytes in `<folder>/secret`, made at the first start and
 * readable by the gateway's user alone.
 */
export async function houseSecret(folder: string): Promise<Buffer> {
  const file = join(folder, 'secret');
  try {
    await writeFile(file, randomBytes(32), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (!isExisting(error)) throw error;
  }
  const secret = await readFile(file);
  if (secret.length !== 32) {
    throw new Error(
      `${file} does not hold 32 bytes; remove it, and a new one is made at the next start`,
    );
  }
  return secret;
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
