import type { Job } from '@hearth/manifest';
import type { Queue } from '@hearth/queue';
import { name, runId, type JobName, type RunId } from '@hearth/words';

import { ApiError } from '../http/api-error.ts';
import type { RunsContext } from '../runs/context.ts';

/** The id in a path or a query. Throws an {@link ApiError} where it is no number of a run. */
export function runIdOf(text: string | undefined): RunId {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text)) {
    throw new ApiError('bad_request', `"${text ?? ''}" is no run: runs are numbered from 1`);
  }
  return runId(Number(text));
}

/** The run of a path. Throws an {@link ApiError} where there is none. */
export function runOf(
  queue: Queue,
  text: string | undefined,
): NonNullable<ReturnType<Queue['run']>> {
  const id = runIdOf(text);
  const run = queue.run(id);
  if (run === null) {
    throw new ApiError('not_found', `there is no run ${id}`, 'hearth runs lists the newest ones');
  }
  return run;
}

/** The declared job of a path. Throws an {@link ApiError} that names the declared ones where there is none. */
export function jobOf({ manifest }: RunsContext, text: string | undefined): Job {
  const job = manifest.jobs.get(name<JobName>(text ?? ''));
  if (job === undefined) {
    const declared = [...manifest.jobs.keys()].join(', ');
    throw new ApiError('not_found', `there is no job "${text ?? ''}"`, `declared are: ${declared}`);
  }
  return job;
}
