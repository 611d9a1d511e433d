/** How a unit of systemd runs a program of Node. */
export interface UnitStart {
  /** Node's own flags: what stands between Node and its program. */
  readonly flags: readonly string[];
  /** The variables that it sets. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Reads the flags and variables from the text of a unit, so that what is measured is what runs. It knows as much of
 * the format as hearth's own units use: one `ExecStart=` with no quotes in it, `Environment=` with `NAME=VALUE` words.
 * Throws where the unit runs no program of Node.
 */
export function readUnit(text: string): UnitStart {
  const [command] = valuesOf('ExecStart', text);
  const [node, ...words] = command?.split(/\s+/) ?? [];
  const program = words.findIndex((word) => !word.startsWith('-'));
  if (node?.endsWith('/node') !== true || program < 0) {
    throw new Error(`The unit starts no program of Node: ExecStart=${command ?? ''}`);
  }
  const set = valuesOf('Environment', text).flatMap((value) => value.split(/\s+/));
  const env = Object.fromEntries(
    set.map((word) => {
      const at = word.indexOf('=');
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
  return { flags: words.slice(0, program), env };
}

function valuesOf(key: string, text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1).trim());
}
