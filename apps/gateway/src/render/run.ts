import type { Attempt, Run } from '@hearth/queue';
import type { Attempt as AttemptShape, Run as RunShape } from '@hearth/wire';
import type { ShownState } from '@hearth/words';

import { instantText, maybeInstantText } from '../http/instant-text.ts';

/** A run as it goes on the wire. `parked` is told apart from `ready` by whoever knows the probes. */
export function renderRun(
  run: Run,
  state: ShownState,
  attempts: readonly (Attempt & { readonly lastOutput?: string | null })[],
): RunShape {
  return {
    id: run.id,
    job: run.job,
    priority: run.priority,
    state,
    created_at: instantText(run.createdAt),
    run_at: instantText(run.runAt),
    started_at: maybeInstantText(run.startedAt),
    finished_at: maybeInstantText(run.finishedAt),
    failures: run.failures,
    interruptions: run.interruptions,
    retry_of: run.retryOf,
    outcome: run.outcome,
    note: run.note,
    attempts: attempts.map(renderAttempt),
  };
}

function renderAttempt(attempt: Attempt & { readonly lastOutput?: string | null }): AttemptShape {
  const { ending } = attempt;
  return {
    id: attempt.id,
    epoch: attempt.epoch,
    runner: attempt.runner,
    claimed_at: instantText(attempt.claimedAt),
    started_at: maybeInstantText(attempt.startedAt),
    ended_at: maybeInstantText(attempt.endedAt),
    duration_seconds: attempt.duration,
    outcome: ending?.outcome ?? null,
    code: ending?.code ?? null,
    signal: ending?.signal ?? null,
    evidence: ending?.evidence ?? null,
    last_output: attempt.lastOutput ?? null,
  };
}
