import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

import { instant, type Instant } from '@hearth/words';

/** Where a command says things, and its clock. */
export interface Io {
  /** Results. */
  readonly stdout: Writable;
  /** Everything about the results: errors, hints, what is being waited for. */
  readonly stderr: Writable;
  readonly now: () => Instant;
}

/** The terminal, or whatever this process writes to. */
export function processIo(): Io {
  return { stdout: process.stdout, stderr: process.stderr, now: () => instant(Date.now()) };
}

/** Writes lines of a result. */
export function say(io: Io, ...lines: readonly string[]): void {
  io.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** Writes a line about the result, with the name of the command before it. */
export function remark(io: Io, line: string): void {
  io.stderr.write(`hearth: ${line}\n`);
}

/** Writes bytes of a result and waits until they have been taken. */
export async function pour(io: Io, bytes: Uint8Array): Promise<void> {
  if (io.stdout.write(bytes)) return;
  await new Promise<void>((resolve) => io.stdout.once('drain', resolve));
}

/** Writes a value as JSON, indented for reading. */
export function sayJson(io: Io, value: unknown): void {
  say(io, JSON.stringify(value, null, 2));
}

/** What a text can be marked with. */
export type Mark = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** The text, marked where the results go to a terminal that shows colours. */
export function marked(io: Io, mark: Mark, text: string): string {
  return styleText(mark, text, { stream: io.stdout });
}

/** How many columns a result may take: those of the terminal, else 100. */
export function columnsOf(io: Io): number {
  const { columns } = io.stdout as { columns?: unknown };
  return typeof columns === 'number' && columns > 20 ? columns : 100;
}
