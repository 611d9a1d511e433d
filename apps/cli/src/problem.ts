/** What went wrong, for the person who typed the command: one sentence, and what would mend it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** Null where there is nothing to say. */
  readonly hint: string | null;
  /** 1 it failed, 2 wrong use. */
  readonly exitCode: 1 | 2;

  constructor(message: string, hint: string | null = null, exitCode: 1 | 2 = 1) {
    super(message);
    this.hint = hint;
    this.exitCode = exitCode;
  }
}

/** An error as `hearth: …` on one line. It never shows a stack: that is of no use to whoever typed the command. */
export function inWords(error: unknown): string {
  if (!(error instanceof Error)) return `hearth: ${String(error)}`;
  const hint = 'hint' in error && typeof error.hint === 'string' ? `; ${error.hint}` : '';
  return `hearth: ${error.message}${hint}`;
}

/** The system's own short name of an error, like `ENOENT`; null where it has none. */
export function systemCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}
