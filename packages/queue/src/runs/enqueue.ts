import { instant, type Instant, type JobName, type Priority } from '@hearth/words';

import type { Problem } from '../problem.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import { isClean } from '../texts.ts';
import { insertRun } from './insert-run.ts';
import { RUN, toRun, type RunParameters, type Run } from './run.ts';

/** The parameters of one run, written as JSON, may have so many bytes. */
export const MOST_PARAMETER_BYTES = 65_536;
/** The same key means the same run for so long. */
const KEY_HOLDS_MS = 24 * 60 * 60 * 1000;
const LONGEST_KEY = 512;

const runByKey = statement(
  'runByKey',
  (db, p: { job: JobName; key: string; since: Instant }, raw) =>
    db
      .selectFrom('run')
      .select(RUN)
      .where('run_key', 'is not', null)
      // The casts keep SQLite from planning the statement anew for each value, which takes ten times as long as running it.
      .where('job', '=', raw<JobName>`cast(${p.job} as text)`)
      .where('run_key', '=', raw<string>`cast(${p.key} as text)`)
      .where('created_at', '>', p.since)
      .orderBy('created_at', 'desc')
      .limit(1),
);

/** A run that somebody asks for. */
export interface EnqueueRequest {
  readonly job: JobName;
  readonly priority: Priority;
  readonly parameters?: RunParameters | undefined;
  /** Not to be started before; now when absent or past. */
  readonly runAt?: Instant | undefined;
  /** A request of the same job with a key that was seen within 24 hours is the same request. */
  readonly key?: string | undefined;
  readonly now: Instant;
}

/** The run, `fresh` where this request made it; or why the queue cannot hold it. */
export type Enqueued =
  | { readonly ok: true; readonly run: Run; readonly fresh: boolean }
  | { readonly ok: false; readonly problem: Problem<'too-large' | 'bad-text' | 'bad-number'> };

/** Accepts a run. It is on disk when this returns. */
export function enqueue(store: Store, request: EnqueueRequest): Enqueued {
  const { job, priority, now, key = null, parameters = {} } = request;
  const problem = faultOf(key, parameters);
  if (problem !== null) return { ok: false, problem };
  return store.durably(() => {
    const known = key === null ? null : seen(store, job, key, now);
    if (known !== null) return { ok: true, run: known, fresh: false };
    const runAt = instant(Math.max(now, request.runAt ?? now));
    const made = { job, priority, parameters, runAt, key, now };
    const run = insertRun(store, {
      ...made,
      dueAt: null,
      retryOf: null,
      skipped: false,
      note: null,
    });
    if (run === null) throw new Error('A run without a due instant was taken for a second one.');
    return { ok: true, run, fresh: true };
  });
}

function seen(store: Store, job: JobName, key: string, now: Instant): Run | null {
  const since = instant(now - KEY_HOLDS_MS);
  const row = store.get(runByKey, { job, key, since });
  return row === undefined ? null : toRun(row);
}

function faultOf(
  key: string | null,
  parameters: RunParameters,
): Problem<'too-large' | 'bad-text' | 'bad-number'> | null {
  if (key !== null && key.length > LONGEST_KEY) {
    return {
      code: 'too-large',
      message: `The key has ${key.length} characters; at most ${LONGEST_KEY} are kept.`,
      hint: 'Use a shorter key, such as a hash of the long one.',
    };
  }
  if (key !== null && !isClean(key)) return badText('The key');
  for (const [name, value] of Object.entries(parameters)) {
    if (!isClean(name) || (typeof value === 'string' && !isClean(value))) {
      return badText(`The parameter ${JSON.stringify(name)}`);
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return {
        code: 'bad-number',
        message: `The parameter ${JSON.stringify(name)} is ${value}, which JSON cannot hold.`,
        hint: 'Pass a finite number, or a text.',
      };
    }
  }
  const bytes = Buffer.byteLength(JSON.stringify(parameters));
  if (bytes <= MOST_PARAMETER_BYTES) return null;
  return {
    code: 'too-large',
    message: `The parameters have ${bytes} bytes as JSON; a run may have ${MOST_PARAMETER_BYTES}.`,
    hint: 'Put what is large into a file, and pass the name of the file.',
  };
}

function badText(what: string): Problem<'bad-text'> {
  return {
    code: 'bad-text',
    message: `${what} holds a NUL or half of a surrogate pair, which no environment variable can hold.`,
    hint: 'Send valid UTF-8 without NUL characters.',
  };
}
