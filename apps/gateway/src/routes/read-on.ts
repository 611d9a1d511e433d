import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as v from 'valibot';

/** So much is read at a time. */
const CHUNK = 64 * 1024;

/** Bytes of an output, and the position in its file from which to go on. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly next: number;
}

/** What of an output was dropped because there was too much of it: from one position in its file to another. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

const gapSchema: v.GenericSchema<unknown, Gap> = v.object({ from: v.number(), to: v.number() });

/**
 * What the output of an attempt holds from `position` to its present end, with a line where the middle was dropped. An
 * output that is not there (yet, or any more) holds nothing.
 */
export async function* readOn(folder: string, position: number): AsyncGenerator<Piece> {
  await using handle = await orNull(open(join(folder, 'output'), 'r'));
  if (handle === null) return;
  for (let at = position; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
    if (bytesRead === 0) return;
    // Looked for only now: what is dropped reads as zeroes, and is recorded before it does.
    const gap = await gapOf(folder);
    const dropped = gap !== null && at < gap.to && at + bytesRead > gap.from;
    const end = dropped ? Math.max(at, gap.from) : at + bytesRead;
    if (end > at) yield { bytes: buffer.subarray(0, end - at), next: end };
    if (dropped) yield { bytes: told(gap.to - end), next: gap.to };
    at = dropped ? gap.to : end;
  }
}

/** Why the output of an attempt, which is there, cannot be read: the system's own word, like `EACCES`; null where it can. */
export async function readFault(folder: string): Promise<string | null> {
  try {
    await using handle = await orNull(open(join(folder, 'output'), 'r'));
    await handle?.read(Buffer.alloc(1));
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

/** What of the output of an attempt has been dropped; null where all of it is there, as far as a power cut has left word. */
export async function gapOf(folder: string): Promise<Gap | null> {
  const text = await orNull(readFile(join(folder, 'gap.json'), 'utf8'));
  return text === null || text === '' ? null : v.parse(gapSchema, JSON.parse(text));
}

function told(bytes: number): Uint8Array {
  return Buffer.from(`\n--- ${bytes} bytes dropped here ---\n`);
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
