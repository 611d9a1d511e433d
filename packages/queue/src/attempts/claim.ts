import {
  epoch,
  name,
  type AttemptId,
  type Epoch,
  type Instant,
  type JobName,
  type RunId,
  type RunnerName,
} from '@hearth/words';

import { findParameters } from '../runs/find-parameters.ts';
import { findRun } from '../runs/find-run.ts';
import { head } from '../runs/heads.ts';
import type { RunParameters, Run } from '../runs/run.ts';
import { statement } from '../sql/statement.ts';
import type { Store } from '../store.ts';
import type { Attempt } from './attempt.ts';
import { openAttempts } from './open-attempts.ts';

const runClaim = statement('runClaim', (db, p: { id: RunId; epoch: Epoch }) =>
  db
    .updateTable('run')
    .set({ state: 'running', epoch: p.epoch })
    .where('id', '=', p.id)
    .where('state', '=', 'ready'),
);

const attemptInsert = statement('attemptInsert', (db, p: Attempt) =>
  db.insertInto('attempt').values({
    run_id: p.runId,
    epoch: p.epoch,
    id: p.id,
    job: p.job,
    runner: p.runner,
    boot_id: p.bootId,
    claim_id: p.claimId,
    claimed_at: p.claimedAt,
  }),
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
  return store.durably(() => {
    const before = claimed(store, request.runner, request.claimId);
    if (before !== null) return before;
    const { from } = request;
    const ready = 'run' in from ? findRun(store, from.run) : head(store, from.job);
    if (ready === null || ready.state !== 'ready') return { ok: false, reason: 'none_ready' };
    const run: Run = { ...ready, state: 'running', epoch: epoch(ready.epoch + 1) };
    const made = attemptOf(run, request);
    const { changes } = store.run(runClaim, { id: run.id, epoch: run.epoch });
    if (changes !== 1) throw new Error(`Run ${run.id} was ready and could not be claimed.`);
    store.run(attemptInsert, made);
    return {
      ok: true,
      run,
      attempt: made,
      parameters: findParameters(store, run.id),
      repeated: false,
    };
  });
}

/** What this claim of this runner got, if that attempt is still open. */
export function claimed(
  store: Store,
  runner: RunnerName,
  claimId: string,
): Extract<Claimed, { ok: true }> | null {
  for (const { run, attempt } of openAttempts(store, runner)) {
    if (attempt.claimId !== claimId) continue;
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
