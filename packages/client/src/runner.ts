import {
  claimAnswerSchema,
  type ClaimAnswer,
  type ClaimRequest,
  type EndedReport,
  type ErrandReport,
  type StartedReport,
} from '@hearth/wire';

import type { CallOptions, Connection } from './send.ts';

/** How long a claim may be held open, in milliseconds: twice the half minute for which the gateway holds one. */
const CLAIM_TIMEOUT = 60_000;

/** What a runner says and hears. */
export interface RunnerClient {
  /** Asks for work and waits for it: a long poll. The same `claim_id` may be sent again and loses nothing. */
  claim(runner: string, request: ClaimRequest, options?: CallOptions): Promise<ClaimAnswer>;
  /** Says that an attempt's process runs. Rejects with `stale_epoch` when the attempt is no longer the runner's. */
  started(
    runner: string,
    attempt: string,
    report: StartedReport,
    options?: CallOptions,
  ): Promise<void>;
  /** Says how an attempt ended. Rejects with `stale_epoch` when the attempt is no longer the runner's. */
  ended(runner: string, attempt: string, report: EndedReport, options?: CallOptions): Promise<void>;
  /** Says how an errand ended. Rejects with `not_found` when the gateway does not wait for it any more. */
  errand(
    runner: string,
    errand: string,
    report: ErrandReport,
    options?: CallOptions,
  ): Promise<void>;
  /** The operator's word that a runner will not come back: what it held is lost, and runs again. */
  forget(runner: string, options?: CallOptions): Promise<void>;
}

/** The routes of runners. */
export function runnerClient({ ask, tell }: Pick<Connection, 'ask' | 'tell'>): RunnerClient {
  return {
    claim: (runner, body, options) =>
      ask(
        {
          method: 'post',
          path: ['runners', runner, 'claim'],
          body,
          timeout: CLAIM_TIMEOUT,
          ...options,
        },
        claimAnswerSchema,
      ),
    forget: (runner, options) =>
      tell({ method: 'post', path: ['runners', runner, 'forget'], ...options }),
    started: (runner, attempt, body, options) =>
      tell({
        method: 'post',
        path: ['runners', runner, 'attempts', attempt, 'started'],
        body,
        ...options,
      }),
    ended: (runner, attempt, body, options) =>
      tell({
        method: 'post',
        path: ['runners', runner, 'attempts', attempt, 'ended'],
        body,
        ...options,
      }),
    errand: (runner, errand, body, options) =>
      tell({ method: 'post', path: ['runners', runner, 'errands', errand], body, ...options }),
  };
}
