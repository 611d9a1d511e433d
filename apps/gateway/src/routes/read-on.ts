import { open } from 'node:fs/promises';

/** So much is read at a time. */
const CHUNK = 64 * 1024;

/** What a file holds from `position` to its present end. A file that is not there (yet, or any more) holds nothing. */
export async function* readOn(file: string, position: number): AsyncGenerator<Uint8Array> {
  let handle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  try {
    for (let at = position; ;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
