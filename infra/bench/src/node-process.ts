import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import { inspect } from './inspector.ts';
import { processorSeconds } from './processor-seconds.ts';

/** A program for Node. */
export interface Program {
  /** For whoever reads of it. */
  readonly name: string;
  /** What comes after `node`: its own flags, the file, the arguments. */
  readonly command: readonly string[];
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** What it prints once it serves. */
  readonly ready: RegExp;
  /** Whether its heap is to be looked at, which costs it some memory. */
  readonly inspected?: boolean;
  /** The Node to run it with; the one that runs this when absent. */
  readonly node?: string;
}

/** A program that serves, in a process of its own. */
export interface NodeProcess {
  /** Resident memory, in MiB: VmRSS of /proc/PID/status. */
  rss(): number;
  /** What its heap holds once its garbage is collected, in MiB. Rejects where it is not inspected. */
  heap(): Promise<number>;
  /** Processor seconds that it has spent so far. */
  processor(): number;
  /** Tells it to end, by SIGTERM. Resolves to the seconds until it was gone; one that does not go in ten is stopped. */
  end(): Promise<number>;
  /** Stops it at once and resolves when it is gone. */
  stop(): Promise<void>;
}

/** The last words of a program that failed are at its end. */
const LAST_WORDS = 2000;
/** Milliseconds. */
const PATIENCE = 10_000;

/** Starts a program and resolves when it says that it serves. Rejects with its last words where it ends before. */
export async function startNode(program: Program): Promise<NodeProcess> {
  const { name, command, env, ready, inspected = false, node = process.execPath } = program;
  const flags = inspected ? ['--inspect=127.0.0.1:0'] : [];
  const child = spawn(node, [...flags, ...command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Whatever ends this process must not leave the other behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const gone = once(child, 'exit').then(() => process.removeListener('exit', kill));

  let said = '';
  let first = '';
  const serves = new Promise<void>((resolve) => {
    const hear = (text: string): void => {
      first ||= text;
      said = (said + text).slice(-LAST_WORDS);
      if (ready.test(said)) resolve();
    };
    // Both are read to the end: a pipe that nobody empties would stop it.
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
  });
  const ended = gone.then(() => {
    throw new Error(`${name} ended before it served:\n${said.trim()}`);
  });
  ended.catch(() => undefined);
  await Promise.race([serves, ended]);

  return {
    rss() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
      if (kib === undefined) throw new Error(`${name} has ended.`);
      return Number(kib) / 1024;
    },
    async heap() {
      const inspector = await inspect(first);
      try {
        return await inspector.heap();
      } finally {
        inspector.close();
      }
    },
    processor: () => processorSeconds(child.pid),
    async end() {
      const told = performance.now();
      child.kill('SIGTERM');
      const patience = setTimeout(kill, PATIENCE);
      await gone;
      clearTimeout(patience);
      return (performance.now() - told) / 1000;
    },
    async stop() {
      kill();
      await gone;
    },
  };
}
