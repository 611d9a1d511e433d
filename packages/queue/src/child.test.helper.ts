import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';

/** A process of this room, and what it says, line by line. */
export interface Child {
  readonly process: ChildProcess;
  readonly lines: AsyncIterableIterator<string>;
  /** Kills it with SIGKILL and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a file in a process of its own, as another user where one is named. */
export function startChild(file: URL, args: readonly string[], uid?: number): Child {
  const path = fileURLToPath(file);
  const child = spawn(process.execPath, ['-C', '@hearth/source', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const gone = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(kill);
  return { process: child, lines: createInterface(child.stdout)[Symbol.asyncIterator](), kill };
}

/** The next line that it says, as JSON. */
export async function answerOf(child: Child): Promise<unknown> {
  const line = await child.lines.next();
  if (line.done === true) throw new Error('The process ended without a word.');
  return JSON.parse(line.value) as unknown;
}
