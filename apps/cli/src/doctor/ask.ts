import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What a program of this machine prints; null where it is not here, fails, or does not answer within ten seconds. */
export async function ask(program: string, ...words: readonly string[]): Promise<string | null> {
  try {
    return (await promisify(execFile)(program, words, { timeout: 10_000 })).stdout;
  } catch {
    return null;
  }
}

/** The text of a file; null where it is not here or may not be read. */
export async function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
