import { HearthError, type HearthClient } from '@hearth/client';
import type { Call, JobStatus } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { say, sayJson, type Io } from '../io.ts';
import { attemptWords } from '../show/attempt.ts';
import { callWords } from '../show/call.ts';
import { houseTime } from '../show/house-time.ts';
import { nextWords } from '../show/next.ts';
import { plain } from '../show/plain.ts';
import { runHead } from '../show/run-head.ts';
import { lasting } from '../show/when.ts';

/** How to show it. */
export interface ShowOptions extends GatewayOptions {
  readonly json?: boolean | undefined;
}

/** More calls of one run are listed by `hearth calls --run`. */
const MOST_CALLS = 10;

/** `hearth show RUN`: the whole way of a run, in words. */
export async function show(io: Io, id: number, options: ShowOptions): Promise<number> {
  const client = connect(options);
  const run = await client.runs.show(id);
  if (options.json === true) {
    sayJson(io, run);
    return 0;
  }
  const [when, calls, job] = await Promise.all([
    houseTime(client, io),
    callsOf(client, id),
    jobOf(client, run.job),
  ]);
  say(io, ...runHead(io, run, when));
  section(io, 'Attempts', run.attempts.flatMap(attemptWords(when)), 'none yet');
  section(io, 'Model calls', callLines(calls), 'none');
  section(io, 'Promise', [promiseWords(run.job, job)], '');
  section(io, 'Where to look next', nextWords(run), '');
  return 0;
}

/** Writes a heading and its lines below it, apart from what stands before. */
function section(io: Io, title: string, lines: readonly string[], none: string): void {
  const shown = lines.length === 0 ? [none] : lines;
  say(io, '', title, ...shown.map((line) => `  ${line}`.trimEnd()));
}

/** The model calls of a run, the oldest first; null where this key may not see them. */
async function callsOf(client: HearthClient, run: number): Promise<readonly Call[] | null> {
  const { calls } = (await allowed(client.calls.list({ run, limit: MOST_CALLS + 1 }))) ?? {};
  return calls === undefined ? null : calls.toSorted((a, b) => a.id - b.id);
}

function callLines(calls: readonly Call[] | null): string[] {
  if (calls === null) return ['the key that you use may not see them'];
  const lines = calls.slice(-MOST_CALLS).map(callWords);
  return calls.length > MOST_CALLS ? ['(the newest; there are older ones)', ...lines] : lines;
}

/** The job of a run; null where it is declared no more, or this key may not see it. */
function jobOf(client: HearthClient, job: string): Promise<JobStatus | null> {
  return allowed(client.jobs.show(job));
}

function promiseWords(name: string, job: JobStatus | null): string {
  if (job === null) return `${plain(name)} is not declared any more, or your key may not see it`;
  return `${lasting(job.promise_seconds)} for the next run of ${plain(name)}: ${plain(job.promise_because)}`;
}

/** What was asked for; null where it is not there or not for this caller. */
async function allowed<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const { code } = error instanceof HearthError ? error : {};
    if (code === 'forbidden' || code === 'not_found') return null;
    throw error;
  }
}
