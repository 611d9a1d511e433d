import type { JobEstimate } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { columnsOf, marked, say, sayJson, type Io } from '../io.ts';
import { plain } from '../show/plain.ts';
import { plot } from '../show/plot.ts';
import { lasting } from '../show/when.ts';
import { compareRules } from './estimate-backtest.ts';

/** What to show of it, and how. */
export interface EstimateOptions extends GatewayOptions {
  /** Drop this run from the history first. */
  readonly forget?: number | undefined;
  /** Compare the rules instead. */
  readonly backtest?: boolean | undefined;
  readonly json?: boolean | undefined;
}

const HEIGHT = 5;
/** The widest that the axis and its labels are. */
const MARGIN = 12;

/** The marks below the bars; a run that completed has none. */
const MARKS: Readonly<Record<string, string>> = {
  completed: ' ',
  noop: 'n',
  failed: 'f',
  stopped: 'w',
};

const LEGEND: Readonly<Record<string, string>> = {
  n: 'n nothing to do',
  f: 'f failed',
  w: 'w stopped by a window',
  o: 'o ended otherwise',
};

/** `hearth estimate JOB`: how long the next run is promised to take, why, and the history that it rests on. */
export async function estimate(io: Io, job: string, options: EstimateOptions): Promise<number> {
  const { jobs } = connect(options);
  const { forget } = options;
  const found = await (forget === undefined ? jobs.estimate(job) : jobs.forget(job, forget));
  if (options.json === true) {
    sayJson(io, found);
    return 0;
  }
  if (options.backtest === true) {
    compareRules(io, found);
    return 0;
  }
  if (forget !== undefined) say(io, `No promise rests on run ${forget} any more.`);
  const { rule, typical_seconds, completed, warning } = found;
  const typical = typical_seconds === null ? '' : `, typically ${lasting(typical_seconds)}`;
  say(
    io,
    `The promise for the next run of ${plain(found.job)} is ${marked(io, 'bold', lasting(found.promise_seconds))}: ${plain(found.because)}.`,
    `By the rule ${rule}, from ${completed} completed run${completed === 1 ? '' : 's'}${typical}.`,
    ...(warning === null ? [] : [marked(io, 'yellow', plain(warning))]),
    ...history(found, columnsOf(io) - MARGIN),
  );
  return 0;
}

function history({ history: all }: JobEstimate, width: number): string[] {
  const runs = all.slice(-width);
  const [first, last] = [runs.at(0), runs.at(-1)];
  if (first === undefined || last === undefined) return [];
  const bars = runs.map((run) => ({
    value: run.duration_seconds,
    mark: MARKS[run.result] ?? 'o',
  }));
  const used = new Set(bars.map(({ mark }) => mark));
  const legend = Object.entries(LEGEND).flatMap(([mark, text]) => (used.has(mark) ? [text] : []));
  const reach =
    runs.length === 1
      ? `one attempt, run ${first.run_id}`
      : `${runs.length} attempts, run ${first.run_id} to run ${last.run_id}, the oldest first`;
  return ['', ...plot(bars, HEIGHT, lasting), [reach, ...legend].join('; ')];
}
