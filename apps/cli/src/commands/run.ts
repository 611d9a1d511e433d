import type { Priority } from '@hearth/words';
import type { Run } from '@hearth/wire';

import { connect, type GatewayOptions } from '../connect.ts';
import { HEARTH } from '../invocation.ts';
import { remark, say, type Io } from '../io.ts';
import { endingWords } from '../show/ending.ts';
import { capital, plain } from '../show/plain.ts';
import { stateWords } from '../show/state.ts';
import { lasting } from '../show/when.ts';
import { follow } from './run-follow.ts';

/** What the run is to be like, and whether to wait for its end. */
export interface RunOptions extends GatewayOptions {
  readonly param?: Readonly<Record<string, string>> | undefined;
  readonly priority?: Priority | undefined;
  /** The same one within 24 hours is the same run. */
  readonly once?: string | undefined;
  /** Not before this instant, as RFC 3339 in UTC. */
  readonly at?: string | undefined;
  readonly wait?: boolean | undefined;
}

/**
 * `hearth run JOB`: makes a run of a declared job. With `wait` it passes on the run's output and ends as the run does:
 * 0 where it succeeded, else 1.
 */
export async function run(io: Io, job: string, options: RunOptions): Promise<number> {
  const { param, priority, once, at, wait = false } = options;
  const client = connect(options);
  const { run: made, created } = await client.runs.enqueue({
    job,
    priority,
    run_at: at,
    key: once,
    parameters: param,
  });
  const same = created ? '' : ' (made before with the same word)';
  const words = `run ${made.id} of ${plain(made.job)}${same} ${stateWords(made)}`;
  if (!wait) {
    say(io, `${capital(words)}.`, `${HEARTH} show ${made.id}`);
    return 0;
  }
  remark(io, words);
  const leave = () => {
    remark(io, `run ${made.id} goes on without you; "${HEARTH} cancel ${made.id}" stops it`);
    // By then this handler is gone, and the signal does what it always does.
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', leave);
  try {
    return conclude(io, await follow(io, client, made.id));
  } finally {
    process.off('SIGINT', leave);
  }
}

/** Says how a run ended. */
function conclude(io: Io, over: Run): number {
  const { id, state, note, attempts } = over;
  const newest = attempts.at(-1);
  const name = `run ${id} of ${plain(over.job)}`;
  if (state === 'succeeded') {
    const ran = newest === undefined ? '' : ` after ${lasting(newest.duration_seconds)}`;
    remark(io, `${name} succeeded${ran}`);
    return 0;
  }
  const how = newest === undefined || newest.outcome === null ? '' : `; it ${endingWords(newest)}`;
  const more = note === null ? '' : `; ${plain(note)}`;
  remark(io, `${name} ${stateWords(over)}${how}${more} (see "${HEARTH} show ${id}")`);
  return 1;
}
