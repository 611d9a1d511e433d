import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** The most of an attempt's output that goes along with its end, in UTF-16 units as JSON's readers count. */
const MOST = 4096;
/** UTF-8 takes at most three bytes for each UTF-16 unit; three more for a character that is cut. */
const ENOUGH = MOST * 3 + 3;

/** Path of the file that an attempt writes its output to. */
export function outputPath(folder: string): string {
  return join(folder, 'output');
}

/** How much an attempt has written, and the last of it; null when it has written nothing. */
export async function readOutput(
  folder: string,
): Promise<{ readonly bytes: number; readonly last: string | null }> {
  let file;
  try {
    file = await open(outputPath(folder), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { bytes: 0, last: null };
    throw error;
  }
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - ENOUGH);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return { bytes: size, last: bytesRead === 0 ? null : lastText(buffer.subarray(0, bytesRead)) };
  } finally {
    await file.close();
  }
}

/**
 * The last 4,096 characters of bytes that are meant to be UTF-8, as text that any reader can show: what is not
 * UTF-8 is U+FFFD, and control characters other than tab and newline are their pictures (NUL is U+2400).
 */
export function lastText(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes.subarray(firstWhole(bytes)))
    // oxlint-disable-next-line no-control-regex -- these are what it is about
    .replace(/[\0-\x08\x0b-\x1f]/g, (control) =>
      String.fromCharCode(0x2400 + control.charCodeAt(0)),
    )
    .replace(/\x7f/g, '\u2421')
    .replace(/[\x80-\x9f]/g, '\ufffd');
  const last = text.slice(-MOST);
  // A cut between the halves of a character leaves a half that is no text.
  return /^[\udc00-\udfff]/.test(last) ? last.slice(1) : last;
}

/** Where the first character begins that is whole: the bytes may have been cut inside one. */
function firstWhole(bytes: Uint8Array): number {
  const start = bytes.subarray(0, 3).findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.length < ENOUGH || start === -1 ? 0 : start;
}
