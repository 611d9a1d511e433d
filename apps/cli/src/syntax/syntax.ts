import { Option, type Command } from 'commander';

import type { GatewayOptions } from '../connect.ts';
import type { Io } from '../io.ts';
import { readGiven } from './read.ts';

/** What the groups of commands add themselves to. */
export interface Syntax {
  readonly program: Command;
  readonly io: Io;
  /** Makes the exit code of a command's work that of the process. */
  readonly does: <A extends unknown[]>(
    work: (...args: A) => Promise<number>,
  ) => (...args: A) => Promise<void>;
  /** Which gateway, and who asks: what the command line says before or behind the verb, or the environment. */
  readonly gateway: () => GatewayOptions;
}

/** The folder of the manifest. */
export function manifestOption(otherwise: string, described?: string): Option {
  return new Option('--manifest <folder>', 'the folder of the manifest')
    .env('HEARTH_MANIFEST')
    .default(otherwise, described)
    .argParser(readGiven);
}

/** The wire's JSON instead of words. */
export function jsonOption(): Option {
  return new Option('--json', "print the gateway's JSON");
}
