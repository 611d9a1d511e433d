/**
 * The typed client of hearth's own HTTP API. The runner and the command use it, and so may other programs.
 *
 * ```ts
 * const hearth = createClient({ url: 'http://127.0.0.1:4327' });
 * const { run } = await hearth.runs.enqueue({ job: 'nightly-digest' });
 * const { message } = await hearth.runs.why(run.id);
 * ```
 *
 * @module
 */
export { createClient, type ClientOptions, type HearthClient } from './client.ts';
export { HearthError, type HearthErrorCode } from './hearth-error.ts';
export type { CallsClient, CallsQuery } from './calls.ts';
export type { JobsClient } from './jobs.ts';
export type { ReservationsClient } from './reservations.ts';
export type { RunnerClient } from './runner.ts';
export type { LogOptions } from './log.ts';
export type { Enqueued, RunsClient, RunsQuery } from './runs.ts';
export type { CallOptions } from './send.ts';
