import type { ShownState } from '@hearth/words';
import {
  runPageSchema,
  runSchema,
  whySchema,
  type EnqueueRequest,
  type Run,
  type RunPage,
  type Why,
} from '@hearth/wire';

import { readLog, type LogOptions } from './log.ts';
import type { CallOptions, Connection } from './send.ts';

/** Which runs to list. */
export interface RunsQuery {
  readonly state?: ShownState | undefined;
  readonly job?: string | undefined;
  /** The most to list. */
  readonly limit?: number | undefined;
  /** The `next` of the page before. */
  readonly before?: number | undefined;
}

/** What became of a request to enqueue. */
export interface Enqueued {
  readonly run: Run;
  /** False where the same key had already made this run. */
  readonly created: boolean;
}

/** The runs. */
export interface RunsClient {
  /** Makes a run of a declared job. Without a `key` it must not be repeated blindly: each time is a new run. */
  enqueue(request: EnqueueRequest, options?: CallOptions): Promise<Enqueued>;
  /** A page of runs, the newest first. */
  list(query?: RunsQuery, options?: CallOptions): Promise<RunPage>;
  /** One run with its attempts. */
  show(id: number, options?: CallOptions): Promise<Run>;
  /** All the reasons why a run has not started. */
  why(id: number, options?: CallOptions): Promise<Why>;
  /** The output of a run, as the bytes come. A follower whose connection breaks takes up where it broke off. */
  log(id: number, options?: LogOptions): AsyncIterable<Uint8Array>;
  /** Stops a run, or takes a waiting one back; answers the run as it then is. */
  cancel(id: number, options?: CallOptions): Promise<Run>;
  /** Makes a new run that repeats this one. */
  retry(id: number, options?: CallOptions): Promise<Run>;
  /** Makes a new run for every dead one that has none yet, of one job or of all; answers the new ones. */
  retryDead(job?: string, options?: CallOptions): Promise<RunPage>;
}

/** The routes of runs. */
export function runsClient(connection: Connection): RunsClient {
  const { ask, askWithStatus } = connection;
  return {
    enqueue: async (body, options) => {
      const { status, answer } = await askWithStatus(
        { method: 'post', path: ['runs'], body, ...options },
        runSchema,
      );
      return { run: answer, created: status === 201 };
    },
    list: (query, options) =>
      ask({ method: 'get', path: ['runs'], query: { ...query }, ...options }, runPageSchema),
    show: (id, options) => ask({ method: 'get', path: ['runs', id], ...options }, runSchema),
    why: (id, options) => ask({ method: 'get', path: ['runs', id, 'why'], ...options }, whySchema),
    log: (id, options) => readLog(connection, id, options),
    cancel: (id, options) =>
      ask({ method: 'post', path: ['runs', id, 'cancel'], ...options }, runSchema),
    retry: (id, options) =>
      ask({ method: 'post', path: ['runs', id, 'retry'], ...options }, runSchema),
    retryDead: (job, options) =>
      ask(
        { method: 'post', path: ['runs', 'retry-dead'], query: { job }, ...options },
        runPageSchema,
      ),
  };
}
