/** How the process of an attempt ended, as the disk said when the machine came up again. */
export interface FoundExit {
  readonly attempt: string;
  /** Null where a signal ended it. */
  readonly code: number | null;
  /** True where the gateway had confirmed by then that it knows of the end. */
  readonly told: boolean;
}

interface Exit {
  readonly code: number | null;
  readonly not_started: string | null;
}

/**
 * The exit records among all records of attempts, which come as lines `./ATTEMPT/NAME.json:TEXT`. One that is there but
 * makes no sense is an error: it is promised to be on the disk whole or not at all.
 */
export function exitRecords(lines: string): FoundExit[] {
  const records = lines.split('\n').flatMap((line) => {
    const [, attempt = '', name = '', text = ''] =
      /^\.\/([^/]+)\/(\w+)\.json:(.*)$/.exec(line) ?? [];
    return attempt === '' ? [] : [{ attempt, name, text }];
  });
  const told = new Set(
    records.filter(({ name }) => name === 'reported').map(({ attempt }) => attempt),
  );
  return records
    .filter(({ name }) => name === 'exit')
    .map(({ attempt, text }) => ({ attempt, exit: JSON.parse(text) as Exit }))
    .filter(({ exit }) => exit.not_started === null)
    .map(({ attempt, exit }) => ({ attempt, code: exit.code, told: told.has(attempt) }));
}
