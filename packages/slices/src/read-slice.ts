import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What became of reading a unit file. */
export type FoundSlice =
  | { readonly kind: 'there'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads a unit file of a folder. */
export async function readSlice(directory: string, file: string): Promise<FoundSlice> {
  try {
    return { kind: 'there', text: await readFile(join(directory, file), 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', reason: code };
  }
}
