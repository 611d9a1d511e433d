import {
  epoch,
  name,
  type AttemptId,
  type Instant,
  type JobName,
  type RunId,
  type RunnerName,
} from '@hearth/words';

import { findParameters, parametersOf } from '../runs/find-parameters.ts';
import { headOf } from '../runs/heads.ts';
import { READY, toReady } from '../runs/ready-run.ts';
import type { RunParameters, Run } from '../runs/run.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import type { Attempt } from './attempt.ts';
import { setAside } from './set-aside.ts';

const runToClaim = statement('runToClaim', (db, p: { id: RunId }) =>
  db
    .selectFrom('run')
    .leftJoin('run_input', 'run_input.run_id', 'run.id')
    .select([...READY, 'run_input.parameters'])
    .where('run.id', '=', p.id)
    .where('run.state', '=', 'ready'),
);

const headToClaim = statement('headToClaim', (db, p: { job: JobName }, raw) =>
  headOf(db, p.job, raw)
    .leftJoin('run_input', 'run_input.run_id', 'run.id')
    .select('run_input.parameters'),
);

/** Not one with the look before it: `update … returning` takes longer than both, for it keeps its answer in a table first. */
const runClaim = statement('runClaim', (db, p: Attempt) =>
  db
    .updateTable('run')
    .set({
      state: 'running',
      epoch: p.epoch,
      attempt_id: p.id,
      runner: p.runner,
      boot_id: p.bootId,
      claim_id: p.claimId,
      claimed_at: p.claimedAt,
      room: null,
    })
    .where('id', '=', p.runId)
    .where('state', '=', 'ready'),
);

/** A runner's wish for a run: this one, or the first ready one of this job. */
export interface ClaimRequest {
  readonly from: { readonly run: RunId } | { readonly job: JobName };
  readonly runner: RunnerName;
  /** The kernel's boot id of the runner's machine. */
  readonly bootId: string;
  /** Random, from the runner: while the attempt that it got is open, the same one gets the same attempt again. */
  readonly claimId: string;
  /** Random, from the caller, of letters, digits, `-` and `_`: makes the id of the attempt one that cannot be guessed. */
  readonly token: string;
  readonly now: Instant;
}

/** What a claim gets. `repeated` where the same claim had got it before. */
export type Claimed =
  | {
      readonly ok: true;
      readonly run: Run;
      readonly attempt: Attempt;
      readonly parameters: RunParameters;
      readonly repeated: boolean;
    }
  | { readonly ok: false; readonly reason: 'none_ready' };

/**
 * Gives a ready run to a runner: it is running from now on, its epoch is one higher, and it has an open attempt that
 * has not started. It is on disk when this returns, so that no power cut gives the run to a second one.
 */
export function claim(store: Store, request: ClaimRequest): Claimed {
  const before = claimed(store, request.runner, request.claimId);
  if (before !== null) return before;
  const { from } = request;
  const row =
    'run' in from
      ? store.get(runToClaim, { id: from.run })
      : store.get(headToClaim, { job: from.job });
  if (row === undefined) return { ok: false, reason: 'none_ready' };
  const run: Run = { ...toReady(store, row), state: 'running', epoch: epoch(row.epoch + 1) };
  const attempt = attemptOf(run, request);
  const changed = row.epoch === 0 ? first(store, attempt) : again(store, attempt);
  if (changed !== 1) throw new Error(`Run ${run.id} was ready and could not be claimed.`);
  store.running.keep({ run, attempt });
  const parameters = parametersOf(row.parameters);
  return { ok: true, run, attempt, parameters, repeated: false };
}

function first(store: Store, attempt: Attempt): number {
  return store.runDurably(runClaim, attempt).changes;
}

/** The attempt before this one makes way for it. */
function again(store: Store, attempt: Attempt): number {
  return store.durably(() => {
    setAside(store, attempt.runId, false);
    return store.run(runClaim, attempt).changes;
  });
}

/** What this claim of this runner got, if that attempt is still open. */
export function claimed(
  store: Store,
  runner: RunnerName,
  claimId: string,
): Extract<Claimed, { ok: true }> | null {
  for (const { run, attempt } of store.running.all()) {
    if (attempt.claimId !== claimId || attempt.runner !== runner) continue;
    return { ok: true, run, attempt, parameters: findParameters(store, run.id), repeated: true };
  }
  return null;
}

function attemptOf(run: Run, request: ClaimRequest): Attempt {
  const { runner, bootId, claimId, token, now } = request;
  return {
    id: name<AttemptId>(`${run.id}-${token}`),
    runId: run.id,
    job: run.job,
    epoch: run.epoch,
    runner,
    bootId,
    claimId,
    claimedAt: now,
    startedAt: null,
    place: null,
    stop: null,
    endedAt: null,
    duration: null,
    ending: null,
    outputBytes: null,
  };
}
