import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, unlink, type FileHandle } from 'node:fs/promises';

import type { Errand, ErrandReport } from '@hearth/wire';

import { because, type Log } from './log.ts';
import { lastText } from './output.ts';
import { send } from './place-plain.ts';
import { randomId } from './random-id.ts';
import { rest } from './sleep.ts';
import { spawned } from './start.ts';

/** What errands are carried out with. */
export interface ErrandOptions {
  /** All that their processes find in their environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends them as it aborts. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** So much of the end of an errand's output is kept, in bytes. */
const TAIL = 16 * 1024;
/** The most that is told of an errand, in characters. */
const DETAIL = 500;
/** Whoever left the errand's group and holds its output open is not waited for longer, in seconds. */
const LAST_LINES = 0.3;

/**
 * Carries out one errand: a plain process, the leader of a session of its own. Resolves to how it ended, once what it
 * left behind in its group is ended too. What cannot be started is told the same way; it never rejects.
 */
export async function carryOut(errand: Errand, options: ErrandOptions): Promise<ErrandReport> {
  try {
    const input = errand.input === '' ? null : await fileOf(errand.input);
    try {
      return await run(errand, input, options);
    } finally {
      await input?.close();
    }
  } catch (error) {
    return { code: null, signal: null, detail: because(error).slice(0, DETAIL) };
  }
}

async function run(
  { command: [program = '', ...words], timeout_seconds: timeout }: Errand,
  input: FileHandle | null,
  { environment, signal: leaving, log }: ErrandOptions,
): Promise<ErrandReport> {
  leaving.throwIfAborted();
  const child = spawn(program, words, {
    // Nothing of hearth's lies here, for a program that writes where it stands.
    cwd: '/',
    detached: true,
    env: environment,
    stdio: [input?.fd ?? 'ignore', 'pipe', 'pipe'],
  });
  const tail = tailOf(child);
  const exit = once(child, 'exit');
  const closed = once(child, 'close');
  // Both reject where it cannot be started, which `spawned` tells in better words.
  for (const event of [exit, closed]) event.catch(() => {});
  await spawned(child, program);

  let cut: string | null = null;
  const end = (why: string): void => {
    cut ??= why;
    endGroup(child, program, log);
  };
  const clock = setTimeout(end, timeout * 1000, `it did not end within ${timeout} s`);
  const leave = (): void => end('its runner has been told to end');
  leaving.addEventListener('abort', leave, { once: true });
  if (leaving.aborted) leave();
  try {
    const [code, signal] = (await exit) as [number | null, string | null];
    endGroup(child, program, log);
    await Promise.race([closed, rest(LAST_LINES, leaving)]);
    return { code, signal, detail: (signal === null ? null : cut) ?? lastLine(tail()) };
  } finally {
    clearTimeout(clock);
    leaving.removeEventListener('abort', leave);
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}

/**
 * The input as a file that has no name and lies in memory. Through a pipe of Node's, which is a socket, a program could
 * not open /dev/stdin, as many a shell script does; and a notice that the disk is full must not need the disk.
 */
async function fileOf(input: string): Promise<FileHandle> {
  const path = `/dev/shm/hearth-errand-${randomId()}`;
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    await file.write(input, 0);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Ends every process of the group that the errand leads; its number is not given away while one of them lives. */
function endGroup({ pid }: ChildProcess, program: string, log: Log): void {
  if (pid === undefined) return;
  try {
    send(-pid, 'SIGKILL');
  } catch (error) {
    log(`cannot end what ${program} started, process group ${pid}: ${because(error)}`);
  }
}

/** Keeps the end of what a process writes to its two outputs, in the order in which it comes. */
function tailOf({ stdout, stderr }: ChildProcess): () => Buffer {
  let tail = Buffer.alloc(0);
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      tail = Buffer.concat([tail, chunk]).subarray(-TAIL);
    });
  }
  return () => tail;
}

/** The last line that says something; null where none does. A line that was written over with CR counts as several. */
function lastLine(bytes: Buffer): string | null {
  const lines = lastText(bytes).split(/[\n\u240d]/);
  return (
    lines
      .findLast((line) => line.trim() !== '')
      ?.trim()
      .slice(0, DETAIL) ?? null
  );
}
