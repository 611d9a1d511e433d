import { HEARTH } from '../invocation.ts';

/** Commands to try next, one on a line, each with what it is for behind it. `flags` go behind each of them. */
export function commandLines(
  rows: readonly (readonly [command: string, what: string])[],
  flags = '',
): string[] {
  const commands = rows.map(([command, what]) => [`${HEARTH} ${command}${flags}`, what] as const);
  const width = Math.max(...commands.map(([command]) => command.length));
  return commands.map(([command, what]) => `${command.padEnd(width)}  ${what}`);
}
