import type { AttemptRecord } from './records.ts';

/** Takes one line for the operator. Nothing secret is ever in one. */
export type Log = (line: string) => void;

/** A run as the lines name it. */
export function named({ run_id, job }: Pick<AttemptRecord, 'run_id' | 'job'>): string {
  return `run ${run_id} (${job})`;
}

/** The system's own short word for an error: `ENOSPC: no space left on device`. */
export function because(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
