import { type App, REPOSITORY } from './app.ts';
import { command } from './command.ts';

/** A fault that the compiler found. */
export interface Fault {
  /** Path of the file in the repository. */
  readonly file: string;
  /** The compiler's words. */
  readonly text: string;
}

/** A fault as the compiler tells it: the file, where in it, what is wrong, and on lines of their own why. */
const FAULT = /^(\S+)\(\d+,\d+\): error .*(?:\n +.*)*/gm;

/**
 * Compiles an app, what it is made of and what it is tested with. The compiler writes its output in spite of faults, so
 * the caller must see whether one of them is in what is shipped.
 */
export async function build(app: App): Promise<readonly Fault[]> {
  try {
    await command(REPOSITORY, ['node_modules/.bin/tsc', '-b', `apps/${app}`]);
    return [];
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const faults = [...said.matchAll(FAULT)].map(([text, file = '']) => ({ file, text }));
    if (faults.length === 0) throw error;
    return faults;
  }
}
