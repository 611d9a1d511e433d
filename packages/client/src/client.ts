import {
  backupSchema,
  budgetListSchema,
  machineListSchema,
  planSchema,
  statusSchema,
  type Backup,
  type BudgetList,
  type MachineList,
  type Plan,
  type Status,
} from '@hearth/wire';

import { address } from './address.ts';
import { callsClient, type CallsClient } from './calls.ts';
import { jobsClient, type JobsClient } from './jobs.ts';
import { overFetch } from './over-fetch.ts';
import { reservationsClient, type ReservationsClient } from './reservations.ts';
import { runnerClient, type RunnerClient } from './runner.ts';
import { runsClient, type RunsClient } from './runs.ts';
import { connect, type CallOptions } from './send.ts';

/** Where the gateway is and who asks. */
export interface ClientOptions {
  /** The gateway's address, like `http://127.0.0.1:4327`. */
  readonly url: string;
  /** The consumer's or the runner's key; absent where the gateway asks for none. */
  readonly key?: string | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** How long an ordinary request may take, in seconds; 10 when absent. */
  readonly timeoutSeconds?: number | undefined;
}

/** hearth's own HTTP API, one method for each route. Every method rejects with a `HearthError`. */
export interface HearthClient {
  readonly runs: RunsClient;
  readonly jobs: JobsClient;
  readonly calls: CallsClient;
  readonly reservations: ReservationsClient;
  /** What a runner says and hears. */
  readonly runner: RunnerClient;
  /** What will start when, over the next day or so many hours. */
  plan(hours?: number, options?: CallOptions): Promise<Plan>;
  /** The budgets, with what is used and left of each. */
  budgets(options?: CallOptions): Promise<BudgetList>;
  /** The machines that serve models, with their slots and rates. */
  machines(options?: CallOptions): Promise<MachineList>;
  /** The house at a glance. */
  status(options?: CallOptions): Promise<Status>;
  /** Makes a checked copy of the queue on the gateway's machine. It may take a minute. */
  backup(options?: CallOptions): Promise<Backup>;
}

/** How long a copy of the queue may take, in milliseconds: a card is slow. */
const BACKUP_TIMEOUT = 60_000;

/** A client of the gateway at `options.url`. Throws a `TypeError` when that is not an http address. */
export function createClient(options: ClientOptions): HearthClient {
  const url = address(options.url);
  const connection = connect({
    url,
    transport: overFetch({ url, key: options.key, fetch: options.fetch }),
    timeout: (options.timeoutSeconds ?? 10) * 1000,
  });
  return {
    runs: runsClient(connection),
    jobs: jobsClient(connection),
    calls: callsClient(connection),
    reservations: reservationsClient(connection),
    runner: runnerClient(connection),
    plan: (hours, call) =>
      connection.ask({ method: 'get', path: ['plan'], query: { hours }, ...call }, planSchema),
    budgets: (call) =>
      connection.ask({ method: 'get', path: ['budgets'], ...call }, budgetListSchema),
    machines: (call) =>
      connection.ask({ method: 'get', path: ['machines'], ...call }, machineListSchema),
    backup: (call) =>
      connection.ask(
        { method: 'post', path: ['backup'], timeout: BACKUP_TIMEOUT, ...call },
        backupSchema,
      ),
    status: (call) => connection.ask({ method: 'get', path: ['status'], ...call }, statusSchema),
  };
}
