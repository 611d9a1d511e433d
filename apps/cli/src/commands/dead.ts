import type { HearthClient } from '@hearth/client';
import type { Run, RunPage } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { HEARTH } from '../invocation.ts';
import { remark, say, sayJson, type Io } from '../io.ts';
import { Problem } from '../problem.ts';
import { commandLines } from '../show/command-lines.ts';
import { houseTime } from '../show/house-time.ts';
import { plain } from '../show/plain.ts';
import { runTable } from '../show/run-table.ts';
import { stateWords } from '../show/state.ts';

/** Which dead letters, how to list them, and whether to repeat them. */
export interface DeadOptions extends GatewayOptions {
  readonly limit: number;
  /** Only those of this job. */
  readonly job?: string | undefined;
  /** Make a new run of each instead of listing them. */
  readonly retry?: boolean | undefined;
  /** With `retry`: every one that has not been repeated yet. */
  readonly all?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hearth dead`: the runs that used up their retries and wait for a person; with `retry`, new runs of them. */
export async function dead(io: Io, ids: readonly number[], options: DeadOptions): Promise<number> {
  const { retry = false, all = false, job } = options;
  if (retry) return redrive(io, ids, options);
  if (all || ids.length > 0) {
    throw new Problem('what is to be done with them?', 'add --retry to repeat them', 2);
  }
  const client = connect(options);
  const page = await client.runs.list({ state: 'dead', job, limit: options.limit });
  if (options.json === true) {
    sayJson(io, page);
    return 0;
  }
  const [newest] = page.runs;
  if (newest === undefined) {
    say(io, `There is no dead letter${job === undefined ? '' : ` of ${plain(job)}`}.`);
    return 0;
  }
  runTable(io, page.runs, await houseTime(client, io));
  const of = job === undefined ? '--all' : `--job ${plain(job)}`;
  say(
    io,
    '',
    ...commandLines([
      [`show ${newest.id}`, 'what became of it, attempt by attempt'],
      [`dead --retry ${newest.id}`, 'a new run of it'],
      [`dead --retry ${of}`, 'a new run of each that has none yet'],
    ]),
  );
  if (page.next !== null) remark(io, `there are more: --limit ${options.limit * 2} shows more`);
  return 0;
}

async function redrive(io: Io, ids: readonly number[], options: DeadOptions): Promise<number> {
  const { all = false, job, json = false } = options;
  const bulk = all || job !== undefined;
  if (bulk === ids.length > 0) {
    throw new Problem(
      bulk ? 'runs by their numbers go without --all and --job' : 'say which ones to repeat',
      'name runs by their numbers, or give --all, or --job JOB',
      2,
    );
  }
  const { runs } = connect(options);
  const page = bulk ? await runs.retryDead(job) : await each(runs, ids);
  if (json) sayJson(io, page);
  else if (page.runs.length === 0) say(io, 'There is no dead letter that has not been repeated.');
  else say(io, ...page.runs.map(repeated));
  return 0;
}

/** Repeats these, once all of them are known to be dead: a run that succeeded is not run again by a slip of the finger. */
async function each(runs: HearthClient['runs'], ids: readonly number[]): Promise<RunPage> {
  const found = await Promise.all(ids.map((id) => runs.show(id)));
  const alive = found.find(({ state }) => state !== 'dead');
  if (alive !== undefined) {
    throw new Problem(
      `run ${alive.id} is no dead letter: it ${stateWords(alive)}`,
      `"${HEARTH} retry ${alive.id}" repeats any run that is over`,
    );
  }
  const made: Run[] = [];
  for (const { id } of found) made.push(await runs.retry(id));
  return { runs: made, next: null };
}

function repeated(run: Run): string {
  return `Run ${run.id} of ${plain(run.job)} repeats run ${run.retry_of}; it ${stateWords(run)}.`;
}
