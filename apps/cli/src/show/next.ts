import type { Run } from '@hearth/wire';

import { commandLines } from './command-lines.ts';
import { plain } from './plain.ts';
import { isOver } from './state.ts';

/** The commands that tell or do more about a run, each with what it is for. */
export function nextWords(run: Run): string[] {
  const { id, job, state, attempts } = run;
  const waits = state === 'scheduled' || state === 'ready' || state === 'parked';
  const lost = state === 'dead' || state === 'cancelled' || state === 'skipped';
  const rows: [string, string][] = [
    ...row(attempts.length > 0, `logs ${id}`, 'what it wrote'),
    ...row(waits, `why ${id}`, 'why it has not started'),
    ...row(state === 'running', `logs ${id} -f`, 'what it writes, as it comes'),
    ...row(!isOver(run), `cancel ${id}`, 'stop it'),
    ...row(lost, `retry ${id}`, 'a new run of it'),
    [`estimate ${plain(job)}`, 'how long it takes, and how that is known'],
  ];
  return commandLines(rows);
}

function row(wanted: boolean, command: string, what: string): [string, string][] {
  return wanted ? [[command, what]] : [];
}
