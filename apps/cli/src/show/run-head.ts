import type { Run } from '@hearth/wire';
import { between, instant } from '@hearth/words';

import { marked, type Io } from '../io.ts';
import { plain } from './plain.ts';
import { isOver, stateMark, stateWords } from './state.ts';
import { lasting, type When } from './when.ts';

/** What a run is, where it stands, and when it came by each point of its way. */
export function runHead(io: Io, run: Run, when: When): string[] {
  const { id, job, priority, state, note, retry_of } = run;
  const mark = stateMark(state);
  const words = stateWords(run);
  const rows: [string, string][] = [
    ['priority', priority],
    ...(retry_of === null ? [] : [['repeats', `run ${retry_of}`] satisfies [string, string]]),
    ...way(run, when),
    ['failures', `${run.failures} (they use up its retries)`],
    ['interruptions', `${run.interruptions} (they do not)`],
    ...(note === null ? [] : [['note', plain(note)] satisfies [string, string]]),
  ];
  return [
    `Run ${id} of ${marked(io, 'bold', plain(job))} ${mark === null ? words : marked(io, mark, words)}.`,
    `Times are of ${when.zone}, the zone of the house.`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(14)} ${value}`),
  ];
}

/** Due, claimed, started, ended: each instant, and how long it took to get there. Of several attempts it is the newest. */
function way(run: Run, when: When): [string, string][] {
  const { run_at, finished_at, attempts } = run;
  const newest = attempts.at(-1);
  const claimed = newest?.claimed_at ?? null;
  const started = newest?.started_at ?? null;
  const open = isOver(run) ? 'never' : 'not yet';
  const nth = attempts.length > 1 ? `, attempt ${attempts.length}` : '';
  return [
    ['due', when.full(run_at)],
    ['claimed', `${step(when, run_at, claimed, 'waited') ?? open}${nth}`],
    ['started', step(when, claimed, started, 'took') ?? open],
    ['ended', step(when, started, finished_at, 'ran', newest?.duration_seconds) ?? open],
  ];
}

/** An instant and how long it took to come to it from the one before; null where it has not come. */
function step(
  when: When,
  before: string | null,
  at: string | null,
  what: string,
  measured: number | null = null,
): string | null {
  if (at === null) return null;
  if (before === null) return when.full(at);
  const passed = measured ?? between(instant(Date.parse(before)), instant(Date.parse(at)));
  return passed < 0 ? when.full(at) : `${when.full(at)}  (${what} ${lasting(passed)})`;
}
