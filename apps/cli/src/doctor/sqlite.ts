import type { SqliteLibrary } from '@hearth/queue';

import { fault, type Finding, ok } from './finding.ts';

/** The SQLite that hearth brings along, which has to be loaded to be asked. */
export async function checkSqlite(): Promise<readonly Finding[]> {
  try {
    const { sqliteLibrary } = await import('@hearth/queue');
    return verdictOnSqlite(sqliteLibrary());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      fault(
        `the SQLite that hearth brings along cannot be loaded: ${why}`,
        'install hearth again, from the archive for this processor',
      ),
    ];
  }
}

/** Whether it can hold a queue. */
export function verdictOnSqlite({ version, problem }: SqliteLibrary): readonly Finding[] {
  if (problem === null) return [ok(`SQLite ${version}`)];
  return [fault(problem.message, problem.hint)];
}
