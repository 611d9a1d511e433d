import type { Run } from '@hearth/wire';
import { between, instant } from '@hearth/words';

import type { Io } from '../io.ts';
import { stateMark } from './state.ts';
import { table } from './table.ts';
import { lasting, type When } from './when.ts';

/** Writes runs as a table, in the order given. */
export function runTable(io: Io, runs: readonly Run[], when: When): void {
  table(
    io,
    [
      { title: 'run', right: true },
      { title: 'job', cut: true },
      { title: 'priority' },
      { title: 'state', mark: stateMark },
      { title: `due (${when.zone})` },
      { title: 'ran', right: true },
      { title: 'remark', cut: true },
    ],
    runs.map((run) => [
      String(run.id),
      run.job,
      run.priority,
      run.state,
      when.short(run.run_at),
      ran(run, when),
      remarks(run),
    ]),
  );
}

/** How long it ran, or has been running. */
function ran({ state, started_at, finished_at, attempts }: Run, when: When): string {
  const measured = attempts.at(-1)?.duration_seconds ?? null;
  if (measured !== null || started_at === null) return lasting(measured);
  if (state === 'running') return when.since(started_at);
  if (finished_at === null) return lasting(null);
  return lasting(between(instant(Date.parse(started_at)), instant(Date.parse(finished_at))));
}

const ENDED: Readonly<Record<NonNullable<Run['outcome']>, string>> = {
  exited: 'failed',
  signalled: 'killed by a signal',
  timeout: 'ran past its timeout',
  oom: 'out of memory',
  stopped_by_window: 'stopped by a window',
  stopped_by_person: 'stopped by a person',
  shutdown: 'stopped by a shutdown',
  lost: 'lost',
  not_started: 'could not be started',
};

/** What the state does not say already: how its newest attempt ended, how often it has failed, what it repeats. */
function remarks({ state, outcome, failures, interruptions, retry_of, note }: Run): string {
  const code = state === 'succeeded' || outcome === null ? '' : ENDED[outcome];
  return [
    code,
    failures > 0 ? times(failures, 'failure') : '',
    interruptions > 0 ? times(interruptions, 'interruption') : '',
    retry_of === null ? '' : `repeats ${retry_of}`,
    note ?? '',
  ]
    .filter((text) => text !== '')
    .join(', ');
}

function times(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
