import { resolve } from 'node:path';

/**
 * A declared command as a runner gets it. A program with a slash that does not begin with one is found from the
 * manifest's `folder`; a bare name on the PATH.
 */
export function commandOf(
  [program = '', ...rest]: readonly string[],
  folder: string,
): readonly string[] {
  const isRelative = program.includes('/') && !program.startsWith('/');
  return [isRelative ? resolve(folder, program) : program, ...rest];
}
