import type { OpenAttempt } from '@hearth/queue';
import type { ClaimRequest, StopOrder } from '@hearth/wire';
import type { RunnerName } from '@hearth/words';

import type { RunsContext } from './context.ts';
import { finish } from './finish.ts';

/**
 * Holds what the queue believes of a runner against what the runner says it holds. An attempt that was given to it and
 * is not in its list is absent: if it never started it counts as nothing, else it is lost. The attempt that this very
 * claim got before is not absent: the runner has not heard of it yet.
 */
export function reconcile(context: RunsContext, runner: RunnerName, request: ClaimRequest): void {
  const held = new Set(request.running.map((attempt) => attempt.attempt_id));
  for (const { run, attempt } of context.queue.openAttempts(runner)) {
    if (held.has(attempt.id) || attempt.claimId === request.claim_id) continue;
    if (attempt.startedAt === null) {
      context.queue.takeBack({
        attemptId: attempt.id,
        epoch: attempt.epoch,
        now: context.now(),
      });
      context.log(`run ${run.id} (${run.job}) never reached runner ${runner}; it is in line again`);
      context.look();
    } else {
      lose(context, { run, attempt }, lossEvidence(attempt.bootId, request, runner));
    }
  }
}

/** Ends an attempt whose end nobody saw. */
export function lose(context: RunsContext, { attempt }: OpenAttempt, evidence: string): void {
  finish(context, {
    attemptId: attempt.id,
    epoch: attempt.epoch,
    ending: { outcome: 'lost', code: null, signal: null, evidence },
    duration: null,
    outputBytes: null,
    lastOutput: null,
    excuse: null,
  });
}

/** The attempts of this runner that are to be stopped, and that it has not said it is stopping. */
export function stopOrders(
  context: RunsContext,
  runner: RunnerName,
  request: ClaimRequest,
): StopOrder[] {
  const stopping = new Set(
    request.running.filter((attempt) => attempt.stopping).map((attempt) => attempt.attempt_id),
  );
  return context.queue.openAttempts(runner).flatMap(({ attempt }) => {
    if (attempt.stop === null || stopping.has(attempt.id)) return [];
    return [{ attempt_id: attempt.id, reason: attempt.stop }];
  });
}

function lossEvidence(bootId: string, request: ClaimRequest, runner: RunnerName): string {
  return bootId === request.boot_id
    ? `runner ${runner} no longer holds it`
    : `the machine of runner ${runner} was started anew`;
}
