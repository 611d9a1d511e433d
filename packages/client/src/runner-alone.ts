/**
 * The runner's half of the client alone, for a runner: the same methods and errors, in a third of the memory.
 *
 * @module
 */
import { address } from './address.ts';
import { overHttp } from './over-http.ts';
import { runnerClient, type RunnerClient } from './runner.ts';
import { connect } from './send.ts';

export { HearthError } from './hearth-error.ts';
export type { RunnerClient } from './runner.ts';

/** How long an ordinary request may take, in milliseconds. */
const TIMEOUT = 10_000;

/** The routes of runners at a gateway's address. Throws a `TypeError` when that is not an http address. */
export function createRunnerClient(options: {
  readonly url: string;
  /** The runner's key; absent where the gateway asks for none. */
  readonly key?: string | undefined;
}): RunnerClient {
  const url = address(options.url);
  return runnerClient(
    connect({ url, transport: overHttp({ url, key: options.key }), timeout: TIMEOUT }),
  );
}
