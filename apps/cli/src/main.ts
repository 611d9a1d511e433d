#!/usr/bin/env node
/**
 * The `hearth` command. Each verb is a file in `commands/` that is loaded only when it is run; `syntax/` says what each
 * one takes.
 *
 * @module
 */
import { processIo, type Io } from './io.ts';
import { inWords, Problem } from './problem.ts';

/** These say things while they work, and go on though nobody reads that any more. */
const LASTING: ReadonlySet<string> = new Set(['up', 'gateway', 'runner']);

/** What is done about a runner from outside: the one verb of it that is a client's. */
const FORGET = 'forget';

/** Runs one command line. Resolves to the exit code: 0 done, 1 it failed, 2 wrong use. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    io.stderr.write(`${inWords(error)}\n`);
    return error instanceof Problem ? error.exitCode : 1;
  }
}

async function dispatch([verb, ...flags]: readonly string[], io: Io): Promise<number> {
  // These two stay for months, so nothing is loaded that they do not need; their flags are their own.
  if (verb === 'gateway') return (await import('./commands/gateway.ts')).gateway(flags);
  if (verb === 'runner' && flags[0] !== FORGET)
    return (await import('./commands/runner.ts')).runner(flags);
  const { parse } = await import('./syntax/program.ts');
  return parse(verb === undefined ? [] : [verb, ...flags], io);
}

/** Carries out a command line as the whole of this process: its end is the process's exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  const [verb = '', next] = argv;
  if (!LASTING.has(verb) || next === FORGET) process.stdout.on('error', endWithReader);
  process.exitCode = await main(argv);
}

/** Whoever reads a result may have had enough of it, as `head` has; a result that cannot be written has failed. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`hearth: the result cannot be written: ${error.message}\n`);
  process.exit(1);
}

if (import.meta.main) await run(process.argv.slice(2));
