import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** How a child ended: by itself with a code, or by a signal. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One of the programs of a house in one terminal. */
export interface Child {
  /** What it is, for people: `gateway`. */
  readonly name: string;
  /** Resolves when it is gone and everything that it said has been passed on. */
  readonly ended: Promise<ChildEnd>;
  /** The last line that it said. */
  readonly lastWords: () => string | null;
  /** The part in brackets of the first line that matches; null where it ends before. */
  readonly says: (pattern: RegExp) => Promise<string | null>;
  /** Tells it to end, and waits until it has. */
  readonly stop: () => Promise<ChildEnd>;
  /** Ends it at once. */
  readonly kill: () => void;
}

/** After its exit, what still holds a child's output open is not waited for longer, in milliseconds. */
const LAST_LINES = 300;

/**
 * Starts a module of this workspace as a process of its own, in a process group of its own: Ctrl-C in the terminal then
 * reaches this process alone, which ends its children in order. The channel between them ends them when this process is
 * gone, however that came.
 */
export function startChild(
  name: string,
  specifier: string,
  flags: readonly string[],
  relay: (line: string) => void,
): Child {
  const module = fileURLToPath(import.meta.resolve(specifier));
  const child = spawn(process.execPath, [...process.execArgv, module, ...flags], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { stdout, stderr } = child as typeof child & { stdout: Readable; stderr: Readable };
  const listeners = new Set<(line: string) => void>();
  let last: string | null = null;
  const hear = (line: string) => {
    last = line;
    relay(line);
    for (const listener of listeners) listener(line);
  };
  const readers = [stdout, stderr].map((input) => createInterface({ input }).on('line', hear));
  const read = Promise.all(readers.map((reader) => once(reader, 'close')));
  // Node does not emit `close` where this side has ended the channel, so the end is put together here.
  const exited = new Promise<ChildEnd>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      hear(`${name} cannot be started: ${error.message}`);
      if (child.pid === undefined) resolve({ code: 1, signal: null });
    });
  });
  const ended = exited.then(async (end) => {
    await Promise.race([read, delay(LAST_LINES, undefined, { ref: false })]);
    for (const reader of readers) reader.close();
    for (const stream of [stdout, stderr]) stream.destroy();
    return end;
  });
  return {
    name,
    ended,
    lastWords: () => last,
    async says(pattern) {
      const { promise, resolve } = Promise.withResolvers<string | null>();
      const listener = (line: string) => {
        const match = pattern.exec(line);
        if (match !== null) resolve(match[1] ?? line);
      };
      listeners.add(listener);
      void ended.then(() => resolve(null));
      const found = await promise;
      listeners.delete(listener);
      return found;
    },
    async stop() {
      child.kill('SIGTERM');
      // A program that listens for the end of its channel is kept by it.
      if (child.connected) child.disconnect();
      return ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
