import type { Job } from '@hearth/manifest';
import { choose } from '@hearth/scheduler';
import type { Claimed } from '@hearth/queue';
import type { Assignment, ClaimRequest } from '@hearth/wire';
import { name, type ClassName, type RunnerName } from '@hearth/words';

import { candidates } from './candidates.ts';
import { commandOf } from './command.ts';
import type { RunsContext } from './context.ts';
import { snapshot } from './snapshot.ts';

/** Gives the runner the run that is due its turn, or null where none may start. */
export function assign(
  context: RunsContext,
  runner: RunnerName,
  request: ClaimRequest,
): Assignment | null {
  const { queue, turns, token } = context;
  const free = new Map(
    Object.entries(request.free).map(([text, places]) => [name<ClassName>(text), places]),
  );
  const seen = snapshot(context);
  const chosen = choose(candidates(context, seen), free, turns, seen.house.now);
  if (chosen === null) return null;
  const { candidate } = chosen;
  const claimed = queue.claim({
    from: { run: candidate.run },
    runner,
    bootId: request.boot_id,
    claimId: request.claim_id,
    token: token(),
    now: seen.house.now,
  });
  if (!claimed.ok) return null;
  turns.set(candidate.class, chosen.turns);
  queue.setPassedOver(candidate.job, 0);
  return assignment(context, claimed);
}

/** What the runner needs to know of an attempt: the job as it is declared now. Null where it is declared no longer. */
export function assignment(
  context: RunsContext,
  { run, attempt, parameters }: Extract<Claimed, { ok: true }>,
): Assignment | null {
  const { manifest, manifestFolder, environment } = context;
  const job = manifest.jobs.get(run.job);
  const resources = job === undefined ? undefined : manifest.classes.get(job.class);
  if (job === undefined || resources === undefined) return null;
  return {
    run_id: run.id,
    attempt_id: attempt.id,
    epoch: attempt.epoch,
    job: job.name,
    class: job.class,
    command: commandOf(job.command, manifestFolder),
    user: job.user,
    working_folder: job.workingFolder,
    umask: job.umask,
    nice: job.nice,
    environment: {
      ...Object.fromEntries(job.environment),
      ...parameterVariables(job, parameters),
      ...environment(attempt.id, run.id),
    },
    timeout_seconds: job.timeout,
    grace_seconds: job.grace,
    memory_bytes: resources.memory,
    cpu_percent: resources.cpu,
  };
}

function parameterVariables(
  job: Job,
  given: Readonly<Record<string, string | number | boolean>>,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [parameter, { default: fallback }] of job.parameters) {
    const value = given[parameter] ?? fallback;
    if (value === null) continue;
    variables[`HEARTH_PARAM_${parameter.toUpperCase().replaceAll('-', '_')}`] = String(value);
  }
  return variables;
}
